-- title: Strength, potential and equity of every hole on every flop
-- one row per: hole and flop, up to suits
-- source: exact counts of flop_hands; several opponents are taken as independent of each other
with

hands as (
    select * from flop_hands
),

boards as (
    select
        board_id,
        board
    from flops
),

holes as (
    select * from holes
),

ratios as (
    select
        board_id,
        hole_id,
        weight,
        (ahead + tied / 2) / 1081 as hs,
        coalesce(
            (turn_behind_ahead + (turn_behind_tied + turn_tied_ahead) / 2)
            / nullif(45 * (behind + tied / 2), 0), 0
        ) as ppot1,
        coalesce(
            (turn_ahead_behind + (turn_ahead_tied + turn_tied_behind) / 2)
            / nullif(45 * (ahead + tied / 2), 0), 0
        ) as npot1,
        coalesce(
            (river_behind_ahead + (river_behind_tied + river_tied_ahead) / 2)
            / nullif(990 * (behind + tied / 2), 0), 0
        ) as ppot2,
        coalesce(
            (river_ahead_behind + (river_ahead_tied + river_tied_behind) / 2)
            / nullif(990 * (ahead + tied / 2), 0), 0
        ) as npot2,
        (
            river_ahead_ahead + river_tied_ahead + river_behind_ahead
            + (river_ahead_tied + river_tied_tied + river_behind_tied) / 2
        ) / (1081 * 990) as equity,
        river_strength_squares / (1081 * 1980e0 * 1980e0) as equity_squared
    from hands
),

against as (
    select
        *,
        case
            when $opponents >= 1 and $opponents % 1 = 0 then pow(hs, $opponents)
            else error('opponents are a whole number, 1 or more')
        end as strength
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
        against.ppot1,
        against.npot1,
        against.ppot2,
        against.npot2,
        against.strength + (1 - against.strength) * against.ppot2
        - against.strength * against.npot2 as ehs,
        against.equity,
        against.equity_squared,
        100e0 * sum(against.weight) over (
            partition by boards.board_id, boards.board order by against.equity desc
        ) / sum(against.weight) over (partition by boards.board_id, boards.board) as percentile
    from against
    inner join boards on against.board_id = boards.board_id
    inner join holes on against.hole_id = holes.hole_id
)

select * from strengths
