-- title: Strength and potential of the holes on one board
-- one row per: hole that is live on the board
-- source: the function strength, in the order of the holes; null for what the street does not have
with

asked as (
    select
        holes.hole_id,
        strength(holes.hole_id, $board) as ratios
    from range(1326) as holes (hole_id)
),

live as (
    select
        asked.ratios.hs,
        asked.ratios.ppot1,
        asked.ratios.npot1,
        asked.ratios.ppot2,
        asked.ratios.npot2,
        asked.ratios.ehs,
        asked.ratios.equity,
        asked.ratios.equity_squared
    from asked
    where asked.ratios is not null
    order by asked.hole_id
)

select * from live
