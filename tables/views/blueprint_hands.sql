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

-- A player's own decisions on the way, and the actions he took.
earlier as (
    select
        decisions.run,
        decisions.node,
        ways.node as way,
        split_part(ltrim(substr(decisions.line, length(ways.line) + 1)), ' ', 1) as action
    from decisions
    inner join decisions as ways
        on decisions.run = ways.run and decisions.player = ways.player
    where
        ways.line <> decisions.line
        and (ways.line = '' or starts_with(decisions.line, ways.line || ' '))
),

comes as (
    select
        earlier.run,
        earlier.node,
        strategies.bucket,
        product(strategies.share / 10000) as reach
    from earlier
    inner join strategies
        on
            earlier.run = strategies.run
            and earlier.way = strategies.node
            and earlier.action = strategies.action
    group by earlier.run, earlier.node, strategies.bucket
),

-- Buckets before the flop are 13 row + col, starting at the aces.
placed as (
    select
        decisions.run,
        decisions.node,
        decisions.line,
        decisions.player,
        strategies.action,
        strategies.share,
        comes.reach,
        strategies.bucket // 13 as place,
        strategies.bucket % 13 as other
    from strategies
    inner join decisions on strategies.run = decisions.run and strategies.node = decisions.node
    left join comes
        on
            strategies.run = comes.run
            and strategies.node = comes.node
            and strategies.bucket = comes.bucket
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
    100 * coalesce(reach, 1) as comes,
    action,
    share / 100 as percent
from placed
