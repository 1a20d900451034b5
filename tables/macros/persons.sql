-- title: Who a player is: a name is one person's at its site. At Bovada names are places in a hand.
-- There a seat at a table, or in a tournament, stands for him; in a zone pool, or without a table,
-- a seat in a hand. The hero is one person.
create or replace macro is_anonymous(site) as site = 'Bovada';

create or replace macro name_at_site(site, player, place, hand_id, seat, hero) as
case
    when not is_anonymous(site) then player
    when seat = hero then 'hero'
    when place is null or place like 'Zone %' then concat('hand ', hand_id, ' seat ', seat)
    else concat('table ', place, ' seat ', seat)
end;
