-- title: The buckets of the next street that the holes of a bucket come to
-- one row per: bucket of the next street
-- source: bucket_transitions; over all deals of hole, board and next cards
-- parameter: run integer among abstractions.run -- the abstraction: see abstraction_list
-- parameter: next_run integer among abstractions.run -- that of the next street
-- parameter: bucket integer of 0..9999 -- of the first run; 0 is the weakest
with

runs as (
    select * from abstractions
),

transitions as (
    select
        next_bucket,
        deals
    from bucket_transitions
    where run = $run and next_run = $next_run and bucket = $bucket
),

known as (
    select count(*) as found from transitions
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
                    'not counted: run ''pokerlake transitions ' || $run || ' ' || $next_run || ''''
                )
            else $next_run
        end as next_run
    from runs
    cross join known
    where runs.run = $run
),

answer as (
    select
        transitions.next_bucket,
        transitions.deals,
        100 * transitions.deals / sum(transitions.deals) over () as percent,
        buckets.mean_equity,
        buckets.equity_deviation
    from asked
    inner join buckets on asked.next_run = buckets.run
    inner join transitions on buckets.bucket = transitions.next_bucket
    order by transitions.next_bucket desc
)

select * from answer
