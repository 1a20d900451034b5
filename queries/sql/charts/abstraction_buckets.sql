-- title: The buckets of an abstraction, from the lowest mean equity to the highest
-- one row per: bucket
-- source: buckets
with

answer as (
    select
        bucket,
        deals,
        mean_equity,
        equity_deviation,
        mean_distance
    from buckets
    where run = $run
    order by mean_equity asc, bucket asc
)

select * from answer
