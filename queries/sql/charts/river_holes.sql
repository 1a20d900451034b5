-- title: Strength of the holes on one river
-- one row per: hole, up to the river's suits
-- source: the view river_strength
with

holes as (
    select
        hole_id,
        hs,
        ehs,
        equity,
        equity_squared
    from river_strength
    where board_id = $board_id
    order by hole_id
)

select * from holes
