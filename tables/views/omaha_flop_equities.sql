-- title: Equity of every hole of four cards on every flop in Omaha, against one random opponent
-- one row per: hole and flop, up to suits
-- source: exact counts of omaha_flop_hands
with

hands as (
    select * from omaha_flop_hands
),

boards as (
    select
        board_id,
        board
    from flops
),

holes as (
    select * from omaha_holes
),

equities as (
    select
        boards.board_id,
        boards.board,
        holes.hole_id,
        holes.hole,
        holes.ranks,
        holes.pairing,
        holes.suits,
        hands.weight,
        hands.class_id,
        (hands.win + hands.tie / 2) / 122175900 as equity,
        100e0 * hands.win / 122175900 as win_percent,
        100e0 * hands.tie / 122175900 as tie_percent
    from hands
    inner join boards on hands.board_id = boards.board_id
    inner join holes on hands.hole_id = holes.hole_id
)

select * from equities
