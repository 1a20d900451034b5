-- title: The holes on a board by the buckets that they are in
-- one row per: bucket that has a hole on the board
-- source: flop_buckets, turn_buckets or river_buckets; on a river by the function strength
-- parameter: run integer among abstractions.run -- the abstraction: see abstraction_list
-- parameter: board text -- a flop, turn or river, as the abstraction: 3h4sJh
with

sizes as (
    select
        run,
        street,
        2 + list_position(['flop', 'turn', 'river'], street) as cards,
        len(cards($board)) as given
    from abstractions
    where run = $run
),

runs as (
    select
        run,
        if(
            given = cards,
            street,
            error('run ' || $run || ' is of the ' || street || ', and ' || $board || ' is not')
        ) as street
    from sizes
),

keys as (
    select
        runs.run,
        runs.street,
        holes.hole,
        holes.hand,
        canonical(holes.hole, $board).board_id as board_id,
        canonical(holes.hole, $board).hole_id as hole_id
    from runs
    cross join holes
),

strengths as (
    select
        *,
        cast(round(1980 * strength(hole, $board).equity) as integer) as strength
    from keys
    where street = 'river'
),

bucketed as (
    select
        keys.hole,
        keys.hand,
        flops_of.bucket
    from keys
    inner join flop_buckets as flops_of
        on
            keys.run = flops_of.run
            and keys.board_id = flops_of.board_id
            and keys.hole_id = flops_of.hole_id
    where keys.street = 'flop'
    union all
    select
        keys.hole,
        keys.hand,
        turns_of.bucket
    from keys
    inner join turn_buckets as turns_of
        on
            keys.run = turns_of.run
            and keys.board_id = turns_of.board_id
            and keys.hole_id = turns_of.hole_id
    where keys.street = 'turn'
    union all
    select
        strengths.hole,
        strengths.hand,
        rivers_of.bucket
    from strengths
    inner join river_buckets as rivers_of
        on strengths.run = rivers_of.run and strengths.strength = rivers_of.strength
),

hands as (
    select
        bucket,
        hand,
        count(*) as holes
    from bucketed
    group by bucket, hand
),

answer as (
    select
        hands.bucket,
        any_value(buckets.mean_equity) as mean_equity,
        sum(hands.holes) as holes,
        100 * sum(hands.holes) / sum(sum(hands.holes)) over () as percent,
        string_agg(hands.hand, ' ' order by hands.holes desc, hands.hand asc) as hands
    from hands
    inner join buckets on hands.bucket = buckets.bucket
    where buckets.run = $run
    group by hands.bucket
    order by hands.bucket desc
)

select * from answer
