-- title: What is won and lost in hands that were played: sums are of one kind alone
create or replace macro money_of(currency, tournament) as
case
    when tournament is not null then 'tournament chips'
    else coalesce(currency, 'play money')
end;
