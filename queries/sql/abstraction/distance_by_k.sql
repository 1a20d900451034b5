-- title: How the mean distance of abstractions falls with the number of buckets
-- one row per: street, kind and k; of runs that differ in seed, restarts or next run, the best
-- source: abstractions; gain is how many times the distance of percentiles is that of the run
with

runs as (
    select * from abstractions
),

answer as (
    select
        street,
        kind,
        k,
        count(*) as runs,
        arg_min(run, mean_distance) as best_run,
        min(mean_distance) as mean_distance,
        any_value(percentile_distance) as percentile_distance,
        any_value(random_distance) as random_distance,
        any_value(percentile_distance) / nullif(min(mean_distance), 0) as gain,
        min(seconds) as seconds
    from runs
    group by street, kind, k
    order by list_position(['preflop', 'flop', 'turn', 'river'], street) asc, kind asc, k asc
)

select * from answer
