-- title: The boards on which a decision of a solved spot is kept
-- one row per: board
-- source: solved_strategies
with

boards as (
    select distinct board
    from solved_strategies
    where spot = $spot and line = $line
    order by board asc
)

select * from boards
