-- title: The buckets that are nearest to a bucket
-- one row per: other bucket
-- source: bucket_distances and buckets; the distance of their centres as a part of 1
-- parameter: run integer among abstractions.run -- the abstraction: see abstraction_list
-- parameter: bucket integer of 0..9999 -- 0 is the weakest
-- parameter: count integer = 10 of 1..9999 -- how many
with

runs as (
    select * from abstractions
),

distances as (
    select
        other,
        distance
    from bucket_distances
    where run = $run and bucket = $bucket
),

known as (
    select count(*) as found from distances
),

asked as (
    select
        case
            when $bucket >= runs.buckets
                then error(
                    'run ' || $run || ' has buckets 0 to ' || (runs.buckets - 1)
                    || ', not ' || $bucket
                )
            when known.found = 0
                then error(
                    'bucket_distances has none of run ' || $run || ', which is ' || runs.kind
                )
            else $run
        end as run
    from runs
    cross join known
    where runs.run = $run
),

answer as (
    select
        distances.other,
        distances.distance,
        buckets.mean_equity,
        buckets.equity_deviation,
        buckets.deals
    from asked
    inner join buckets on asked.run = buckets.run
    inner join distances on buckets.bucket = distances.other
    order by distances.distance asc, distances.other asc
    limit $count
)

select * from answer
