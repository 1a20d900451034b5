-- title: All holes on a river, the best first
-- one row per: hole that has no card of the river
-- source: river_strength, exact; several opponents are taken as independent of each other
-- parameter: river river -- five cards: 3h4sJhKd2c
-- parameter: opponents integer = 1 of 1..9 -- opponents who are still in the hand
with

strengths as (
    select * from river_strength($opponents)
    where board_id = board_id($river)
),

holes as (
    select
        hole,
        hole_id(hole, $river) as hole_id
    from holes
),

ranking as (
    select
        rank() over (order by strengths.equity desc) as rank,
        holes.hole,
        strengths.hand,
        strengths.hs,
        strengths.equity,
        strengths.percentile
    from holes
    inner join strengths on holes.hole_id = strengths.hole_id
    order by strengths.equity desc, holes.hole asc
)

select * from ranking
