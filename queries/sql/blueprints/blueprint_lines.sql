-- title: What a blueprint does before the flop, decision by decision: first what it opens
-- one row per: decision before the flop and action
-- source: blueprint_hands: means over the combos that come there; the first line is empty
-- parameter: run integer = 0 of 0..4294967295 -- its number, see blueprints; 0 is the newest
with

hands as (
    select
        *,
        combos * comes / 100 as there
    from blueprint_hands
    where run = if($run = 0, (select max(newest.run) from blueprints as newest), $run)
),

taken as (
    select
        node,
        line,
        player,
        action,
        sum(there) as there,
        sum(there * percent) as taken
    from hands
    group by node, line, player, action
),

answer as (
    select
        line,
        player,
        100 * there / 1326 as comes,
        action,
        taken / nullif(there, 0) as percent
    from taken
    order by
        node asc,
        strpos('fxcr', left(action, 1)) asc,
        try_cast(action[2:] as double) asc
)

select * from answer
