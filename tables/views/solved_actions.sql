-- title: What each action of solved spots does, over the whole range
-- one row per: spot, decision, board and action
-- source: solved_strategies; means over holes, weighted by how often they meet the other's
with

spots as (
    select * from solved_spots
),

nodes as (
    select * from solved_nodes
),

holes as (
    select
        spot,
        line,
        board,
        action,
        reach * share / 1e4 as combos,
        cast(weight as double) as weight,
        cast(weight as double) * share as taken,
        value,
        equity
    from solved_strategies
),

means as (
    select
        spot,
        line,
        board,
        action,
        sum(weight) as deals,
        sum(taken) / nullif(sum(weight), 0) / 100 as percent,
        sum(taken * value) / nullif(sum(taken), 0) / 1e4 as pots,
        sum(taken * equity) / nullif(sum(taken), 0) / 100 as equity_percent,
        sum(combos) as combos
    from holes
    group by spot, line, board, action
),

actions as (
    select
        means.spot,
        spots.name,
        means.line,
        means.board,
        nodes.street,
        nodes.player,
        nodes.pot,
        means.action,
        means.percent,
        means.pots * spots.pot_worth as value,
        means.equity_percent,
        means.combos,
        means.deals
    from means
    inner join spots on means.spot = spots.spot
    inner join nodes on means.spot = nodes.spot and means.line = nodes.line
)

select * from actions
