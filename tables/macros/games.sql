-- title: The game of hands that were played, without its limit, and what it has
-- made by docs/generate.py out of catalogue.py
create or replace macro game_rule(game) as
regexp_replace(game, '^(no|pot|fixed) limit ', '');

-- How many cards a player has.
create or replace macro hole_cards(game) as
case game_rule(game)
    when 'hold''em' then 2
    when 'omaha' then 4
    when 'omaha5' then 5
    when 'omaha6' then 6
    when 'omaha hi-lo' then 4
    when 'omaha5 hi-lo' then 5
    when 'omaha6 hi-lo' then 6
    when 'short deck' then 2
    when 'short deck omaha' then 4
    when 'stud' then 7
    when 'stud hi-lo' then 7
    when 'razz' then 7
    when 'five-card draw' then 5
    when '2-7 single draw' then 5
    when '2-7 triple draw' then 5
    when 'A-5 single draw' then 5
    when 'A-5 triple draw' then 5
    when 'badugi' then 4
    when 'badugi single draw' then 4
end;

-- By what the pot, or the high half of it, is won.
create or replace macro game_order(game) as
case game_rule(game)
    when 'hold''em' then 'high'
    when 'omaha' then 'high'
    when 'omaha5' then 'high'
    when 'omaha6' then 'high'
    when 'omaha hi-lo' then 'high'
    when 'omaha5 hi-lo' then 'high'
    when 'omaha6 hi-lo' then 'high'
    when 'short deck' then 'short deck'
    when 'short deck omaha' then 'short deck'
    when 'stud' then 'high'
    when 'stud hi-lo' then 'high'
    when 'razz' then 'ace to five'
    when 'five-card draw' then 'high'
    when '2-7 single draw' then 'deuce to seven'
    when '2-7 triple draw' then 'deuce to seven'
    when 'A-5 single draw' then 'ace to five'
    when 'A-5 triple draw' then 'ace to five'
    when 'badugi' then 'badugi'
    when 'badugi single draw' then 'badugi'
end;

-- Whether a low wins half of the pot.
create or replace macro has_low_half(game) as
game_rule(game) in ('omaha hi-lo', 'omaha5 hi-lo', 'omaha6 hi-lo', 'stud hi-lo');
