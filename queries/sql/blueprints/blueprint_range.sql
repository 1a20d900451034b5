-- title: What each starting hand does at a decision of a blueprint before the flop
-- one row per: hand and action
-- source: blueprint_hands; comes: how often the hand comes there by the player's own choices
-- parameter: run integer = 0 of 0..4294967295 -- its number, see blueprints; 0 is the newest
-- parameter: line text = first -- the actions so far: 'r2.5 r7.5' is a 3-bet; first is the opening
with

answer as (
    select
        hand,
        combos,
        comes,
        action,
        percent
    from blueprint_hands
    where
        run = if($run = 0, (select max(newest.run) from blueprints as newest), $run)
        and line = replace($line, 'first', '')
    order by
        strpos('AKQJT98765432', left(hand, 1)) asc,
        strpos('AKQJT98765432', hand[2]) asc,
        hand asc,
        strpos('fxcr', left(action, 1)) asc,
        try_cast(action[2:] as double) asc
)

select * from answer
