-- title: All holes on a turn, the best first
-- one row per: hole that has no card of the turn
-- source: the function strength, exact; several opponents are taken as independent of each other
-- parameter: turn turn -- four cards: 3h4sJhKd
-- parameter: opponents integer = 1 of 1..9 -- opponents who are still in the hand
with

asked as (
    select
        hole,
        hand,
        strength(hole_id, $turn, $opponents) as ratios
    from holes
),

ranking as (
    select
        rank() over (order by asked.ratios.equity desc) as rank,
        asked.hole,
        asked.hand,
        asked.ratios.hs,
        asked.ratios.ppot1,
        asked.ratios.npot1,
        asked.ratios.ehs,
        asked.ratios.equity,
        asked.ratios.hole_percentile
    from asked
    where asked.ratios is not null
    order by asked.ratios.equity desc, asked.hole asc
)

select * from ranking
