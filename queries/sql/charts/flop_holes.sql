-- title: Strength and potential of the holes on one flop
-- one row per: hole, up to the flop's suits
-- source: the view flop_strength
with

holes as (
    select
        hole_id,
        hs,
        ppot1,
        npot1,
        ppot2,
        npot2,
        ehs,
        equity,
        equity_squared
    from flop_strength
    where board_id = $board_id
    order by hole_id
)

select * from holes
