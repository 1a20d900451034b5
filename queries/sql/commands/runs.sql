-- title: The runs of learned games, and where each ended
-- one row per: run
-- source: learning_runs, and strategies at the last checkpoint
with

runs as (
    select * from learning_runs
),

choices as (
    select * from strategies
),

checkpoints as (
    select distinct
        run,
        checkpoint,
        value,
        nash_conv,
        nash_conv_standard_error
    from choices
),

ends as (
    select
        run,
        max(checkpoint) as last_checkpoint
    from checkpoints
    group by run
),

ended as (
    select
        runs.run,
        runs.game,
        runs.algorithm,
        runs.parameters,
        runs.seed,
        runs.games,
        runs.seconds,
        checkpoints.value,
        checkpoints.nash_conv,
        checkpoints.nash_conv_standard_error
    from runs
    inner join ends on runs.run = ends.run
    inner join checkpoints
        on
            ends.run = checkpoints.run
            and ends.last_checkpoint = checkpoints.checkpoint
    where $run is null or runs.run = $run
    order by runs.run
)

select * from ended
