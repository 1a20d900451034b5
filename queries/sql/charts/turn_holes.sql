-- title: Strength and potential of the holes on one turn
-- one row per: hole, up to the turn's suits
-- source: the view turn_strength
with

holes as (
    select
        hole_id,
        hs,
        ppot1,
        npot1,
        ehs,
        equity,
        equity_squared
    from turn_strength
    where board_id = $board_id
    order by hole_id
)

select * from holes
