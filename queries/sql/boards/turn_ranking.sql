-- title: All holes on a turn, the best first
-- one row per: hole that has no card of the turn
-- source: turn_strength, exact; several opponents are taken as independent of each other
-- parameter: turn turn -- four cards: 3h4sJhKd
-- parameter: opponents integer = 1 of 1..9 -- opponents who are still in the hand
with

strengths as (
    select * from turn_strength($opponents)
    where board_id = board_id($turn)
),

holes as (
    select
        hole,
        hole_id(hole, $turn) as hole_id
    from holes
),

ranking as (
    select
        rank() over (order by strengths.equity desc) as rank,
        holes.hole,
        strengths.hand,
        strengths.hs,
        strengths.ppot1,
        strengths.npot1,
        strengths.ehs,
        strengths.equity,
        strengths.percentile
    from holes
    inner join strengths on holes.hole_id = strengths.hole_id
    order by strengths.equity desc, holes.hole asc
)

select * from ranking
