-- title: The checkpoints of a run
-- one row per: checkpoint
-- source: strategies
with

choices as (
    select *
    from strategies
    where run = $run
),

passed as (
    select distinct checkpoint
    from choices
    order by checkpoint
)

select * from passed
