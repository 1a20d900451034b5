-- title: The deals that go from each bucket of an abstraction to those of one of the next street
-- one row per: bucket and bucket of the next street, where there are any
-- source: bucket_transitions
with

answer as (
    select
        bucket,
        next_bucket,
        deals
    from bucket_transitions
    where run = $run and next_run = $next_run
    order by bucket asc, next_bucket asc
)

select * from answer
