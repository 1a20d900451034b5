-- title: The rule of a game of hands that were played, without its limit: pot limit omaha is omaha
create or replace macro game_rule(game) as
regexp_replace(game, '^(no|pot|fixed) limit ', '');
