-- title: What each hole does at a decision of a solved spot
-- one row per: hole and action
-- source: solved_strategies; shares are of 1, values in parts of the spot's pot
with

holes as (
    select
        hole,
        action,
        share / 1e4 as share,
        value / 1e4 as pots,
        equity / 1e4 as equity,
        cast(reach as double) as reach,
        cast(weight as double) as weight
    from solved_strategies
    where spot = $spot and line = $line and board = $board
    order by hole asc, action asc
)

select * from holes
