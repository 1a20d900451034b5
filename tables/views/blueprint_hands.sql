-- title: What starting hands do before the flop, at each decision of blueprints
-- one row per: run, decision, hand and action
-- source: blueprint_strategies before the flop, whose buckets are the 169 starting hands
with

strategies as (
    select * from blueprint_strategies
),

decisions as (
    select
        run,
        node,
        line,
        player
    from blueprint_nodes
    where street = 'preflop'
),

-- Buckets before the flop are 13 row + col, from the aces on.
placed as (
    select
        decisions.run,
        decisions.node,
        decisions.line,
        decisions.player,
        strategies.action,
        strategies.share,
        strategies.bucket // 13 as place,
        strategies.bucket % 13 as other
    from strategies
    inner join decisions on strategies.run = decisions.run and strategies.node = decisions.node
)

select
    run,
    node,
    line,
    player,
    array_extract('AKQJT98765432', least(place, other) + 1)
    || array_extract('AKQJT98765432', greatest(place, other) + 1)
    || case when place = other then '' when place < other then 's' else 'o' end as hand,
    cast(case when place = other then 6 when place < other then 4 else 12 end as bigint) as combos,
    action,
    share / 100 as percent
from placed
