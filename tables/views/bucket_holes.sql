-- title: The holes on flops, turns and rivers in the buckets of abstractions
-- one row per: abstraction, and hole on a board, up to suits
-- source: flop_buckets, turn_buckets; river_buckets and river_hands; deals of a board x holes alike
with

rows as (
    select
        'flop' as street,
        run,
        bucket,
        board_id,
        hole_id
    from flop_buckets
    union all
    select
        'turn' as street,
        run,
        bucket,
        board_id,
        hole_id
    from turn_buckets
),

boards as (
    select
        'flop' as street,
        board_id,
        board,
        weight
    from flops
    union all
    select
        'turn' as street,
        board_id,
        board,
        weight
    from turns
),

board_ranks as (
    select
        *,
        [
            list_sort(regexp_extract_all(board, '(.)c', 1)),
            list_sort(regexp_extract_all(board, '(.)d', 1)),
            list_sort(regexp_extract_all(board, '(.)h', 1)),
            list_sort(regexp_extract_all(board, '(.)s', 1))
        ] as ranks
    from boards
),

-- Suits are equivalent if they have the same ranks on the board. The first stands for each group.
board_suits as (
    select
        street,
        board_id,
        board,
        weight,
        list_transform(ranks, lambda one: list_position(ranks, one)) as suits
    from board_ranks
),

sized as (
    select
        *,
        list_transform(
            suits, lambda one: list_count(list_filter(suits, lambda other: other = one))
        ) as alike
    from board_suits
),

holes as (
    select
        *,
        strpos('cdhs', hole[2]) as one,
        strpos('cdhs', hole[4]) as other
    from holes
),

dealt as (
    select
        rows.street,
        rows.run,
        rows.bucket,
        rows.board_id,
        sized.board,
        rows.hole_id,
        holes.hole,
        holes.hand,
        sized.weight * case
            when holes.one = holes.other then sized.alike[holes.one]
            when sized.suits[holes.one] <> sized.suits[holes.other]
                then sized.alike[holes.one] * sized.alike[holes.other]
            when holes.hole[1] = holes.hole[3]
                then sized.alike[holes.one] * (sized.alike[holes.one] - 1) // 2
            else sized.alike[holes.one] * (sized.alike[holes.one] - 1)
        end as deals
    from rows
    inner join sized on rows.street = sized.street and rows.board_id = sized.board_id
    inner join holes on rows.hole_id = holes.hole_id
),

river_rows as (
    select
        'river' as street,
        buckets.run,
        buckets.bucket,
        hands.board_id,
        boards.board,
        hands.hole_id,
        holes.hole,
        holes.hand,
        hands.weight as deals
    from river_buckets as buckets
    inner join river_hands as hands on buckets.strength = 2 * hands.win + hands.tie
    inner join rivers as boards on hands.board_id = boards.board_id
    inner join holes on hands.hole_id = holes.hole_id
)

select * from dealt
union all
select * from river_rows
