-- title: Some holes and boards of a bucket: the most typical one, and others from all over it
-- one row per: example
-- source: buckets, bucket_holes and the functions strength and class_of; on rivers some boards only
-- parameter: run integer among abstractions.run -- the abstraction: see abstraction_list
-- parameter: bucket integer of 0..9999 -- 0 is the weakest
-- parameter: count integer = 10 of 1..1000 -- how many, the most typical one included
with

runs as (
    select
        street,
        if(
            $bucket < buckets,
            run,
            error('run ' || $run || ' has buckets 0 to ' || (buckets - 1) || ', not ' || $bucket)
        ) as run
    from abstractions
    where run = $run
),

boards as (
    select
        'flop' as street,
        board_id,
        board
    from flops
    union all
    select
        'turn' as street,
        board_id,
        board
    from turns
    union all
    select
        'river' as street,
        board_id,
        board
    from rivers
),

nearest as (
    select
        true as nearest,
        boards.street,
        boards.board_id,
        boards.board,
        buckets.typical_hole_id as hole_id
    from runs
    inner join buckets on runs.run = buckets.run
    inner join boards
        on runs.street = boards.street and buckets.typical_board_id = boards.board_id
    where buckets.bucket = $bucket
),

before_river as (
    -- Parts with equal numbers of deals, in the order of boards: the middle hole of each.
    select
        street,
        board_id,
        board,
        hole_id,
        sum(deals) over (order by board_id, hole_id) as deals_until,
        deals,
        sum(deals) over () as all_deals
    from bucket_holes
    where run = $run and bucket = $bucket and street <> 'river'
),

some_rivers as (
    -- Only the holes of 200 boards are examined.
    select
        boards.board_id,
        boards.board,
        holes.hole_id,
        holes.hand,
        strength(holes.hole_id, boards.board).equity as equity
    from runs
    inner join boards on runs.street = boards.street
    cross join holes
    where runs.street = 'river' and boards.board_id % 672 = 336
),

on_rivers as (
    select
        'river' as street,
        some_rivers.board_id,
        some_rivers.board,
        some_rivers.hole_id,
        row_number() over (
            order by some_rivers.board_id, some_rivers.hole_id
        ) as deals_until,
        1 as deals,
        count(*) over () as all_deals
    from some_rivers
    inner join river_buckets as strengths
        on cast(round(1980 * some_rivers.equity) as integer) = strengths.strength
    where strengths.run = $run and strengths.bucket = $bucket
),

all_of_it as (
    select * from before_river
    union all
    select * from on_rivers
),

spread as (
    select
        false as nearest,
        street,
        board_id,
        board,
        hole_id
    from all_of_it
    where
        $count > 1
        and floor(deals_until * ($count - 1) / all_deals + 0.5)
        > floor((deals_until - deals) * ($count - 1) / all_deals + 0.5)
),

examples as (
    select * from nearest
    union all
    select spread.*
    from spread
    anti join nearest
        on spread.board_id = nearest.board_id and spread.hole_id = nearest.hole_id
),

measured as (
    select
        examples.nearest,
        examples.board_id,
        examples.board,
        examples.hole_id,
        holes.hole,
        holes.hand,
        category_name(class_of(holes.hole, examples.board)) as has,
        strength(holes.hole_id, examples.board) as ratios
    from examples
    inner join holes on examples.hole_id = holes.hole_id
),

answer as (
    select
        measured.nearest,
        measured.hole,
        measured.board,
        measured.has,
        measured.ratios.equity,
        sqrt(greatest(0, measured.ratios.equity_squared - pow(measured.ratios.equity, 2)))
            as deviation
    from measured
    order by measured.nearest desc, measured.board_id asc, measured.hole_id asc
)

select * from answer
