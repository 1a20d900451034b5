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
        hand_strength(ahead, tied, $holes_now) as hs,
        potential(
            river_behind_ahead, river_behind_tied, river_tied_ahead, behind, tied, $next_cards
        ) as ppot1,
        potential(
            river_ahead_behind, river_ahead_tied, river_tied_behind, ahead, tied, $next_cards
        ) as npot1,
        hand_strength(
            river_ahead_ahead + river_tied_ahead + river_behind_ahead,
            river_ahead_tied + river_tied_tied + river_behind_tied,
            $holes_now * $next_cards
        ) as equity,
        mean_square(river_strength_squares, $own_run_outs, $holes_on_river) as equity_squared
    from hands
),

against as (
    select
        *,
        against_several(hs, $opponents) as strength
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
        effective_hand_strength(
            against.strength, against.ppot1, against.npot1
        ) as ehs,
        against.equity,
        against.equity_squared,
        100e0 * sum(against.weight) over (
            partition by boards.board_id, boards.board order by against.equity desc
        ) / sum(against.weight) over (partition by boards.board_id, boards.board) as hole_percentile
    from against
    inner join boards on against.board_id = boards.board_id
    inner join holes on against.hole_id = holes.hole_id
)

select * from strengths
