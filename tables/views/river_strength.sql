-- title: Strength and equity of every hole on every river
-- one row per: hole and river, up to suits
-- source: exact counts of river_hands; several opponents are taken as independent of each other
with

hands as (
    select * from river_hands
),

boards as (
    select
        board_id,
        board
    from rivers
),

holes as (
    select * from holes
),

ratios as (
    select
        board_id,
        hole_id,
        weight,
        hand_strength(win, tie, $holes_now) as equity
    from hands
),

against as (
    select
        *,
        against_several(equity, $opponents) as strength
    from ratios
),

strengths as (
    select
        boards.board_id,
        boards.board,
        holes.hole_id,
        holes.hole,
        holes.hand,
        against.weight,
        against.strength as hs,
        against.strength as ehs,
        against.equity,
        against.equity * against.equity as equity_squared,
        100e0 * sum(against.weight) over (
            partition by boards.board_id, boards.board order by against.equity desc
        ) / sum(against.weight) over (partition by boards.board_id, boards.board) as hole_percentile
    from against
    inner join boards on against.board_id = boards.board_id
    inner join holes on against.hole_id = holes.hole_id
)

select * from strengths
