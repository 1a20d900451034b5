-- title: Strength, potential and equity of every hole on every turn
-- one row per: hole and turn, up to suits
-- source: exact counts of turn_hands; several opponents are taken as independent of each other
with

hands as (
    select * from turn_hands
),

boards as (
    select
        board_id,
        board
    from turns
),

holes as (
    select * from holes
),

ratios as (
    select
        board_id,
        hole_id,
        weight,
        (ahead + tied / 2) / 1035 as hs,
        coalesce(
            (river_behind_ahead + (river_behind_tied + river_tied_ahead) / 2)
            / nullif(44 * (behind + tied / 2), 0), 0
        ) as ppot1,
        coalesce(
            (river_ahead_behind + (river_ahead_tied + river_tied_behind) / 2)
            / nullif(44 * (ahead + tied / 2), 0), 0
        ) as npot1,
        (
            river_ahead_ahead + river_tied_ahead + river_behind_ahead
            + (river_ahead_tied + river_tied_tied + river_behind_tied) / 2
        ) / (1035 * 44) as equity,
        river_strength_squares / (46 * 1980e0 * 1980e0) as equity_squared
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
        against.strength + (1 - against.strength) * against.ppot1
        - against.strength * against.npot1 as ehs,
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
