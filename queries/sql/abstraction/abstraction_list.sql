-- title: The abstractions in the lake, and what is lost beside percentiles and random buckets
-- one row per: abstraction
-- source: abstractions; lost is the mean distance as a percentage of that of random buckets
with

runs as (
    select * from abstractions
),

answer as (
    select
        run,
        street,
        kind,
        k,
        buckets,
        mean_distance,
        percentile_distance,
        random_distance,
        100 * mean_distance / nullif(random_distance, 0) as lost,
        100 * percentile_distance / nullif(random_distance, 0) as lost_by_percentiles,
        seconds
    from runs
    order by run
)

select * from answer
