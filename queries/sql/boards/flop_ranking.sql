-- title: All holes on a flop, the best first
-- one row per: hole that has no card of the flop
-- source: flop_strength, exact; several opponents are taken as independent of each other
-- parameter: flop flop -- three cards: 3h4sJh
-- parameter: opponents integer = 1 of 1..9 -- opponents who are still in the hand
with

strengths as (
    select * from flop_strength($opponents)
    where board_id = board_id($flop)
),

holes as (
    select
        hole,
        hole_id(hole, $flop) as hole_id
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
        strengths.ppot2,
        strengths.npot2,
        strengths.ehs,
        strengths.equity,
        strengths.percentile
    from holes
    inner join strengths on holes.hole_id = strengths.hole_id
    order by strengths.equity desc, holes.hole asc
)

select * from ranking
