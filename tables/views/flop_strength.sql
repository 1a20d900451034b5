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
        hand_strength(ahead, tied, $holes_now) as hs,
        potential(
            turn_behind_ahead, turn_behind_tied, turn_tied_ahead, behind, tied, $next_cards
        ) as ppot1,
        potential(
            turn_ahead_behind, turn_ahead_tied, turn_tied_behind, ahead, tied, $next_cards
        ) as npot1,
        potential(
            river_behind_ahead, river_behind_tied, river_tied_ahead, behind, tied, $run_outs
        ) as ppot2,
        potential(
            river_ahead_behind, river_ahead_tied, river_tied_behind, ahead, tied, $run_outs
        ) as npot2,
        hand_strength(
            river_ahead_ahead + river_tied_ahead + river_behind_ahead,
            river_ahead_tied + river_tied_tied + river_behind_tied,
            $holes_now * $run_outs
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
        against.ppot2,
        against.npot2,
        effective_hand_strength(
            against.strength, against.ppot2, against.npot2
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
