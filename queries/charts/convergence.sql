-- title: How far each run of a game is from an equilibrium, by the games played
-- one row per: run and checkpoint
-- source: the tables learning_runs and strategies; in the order of runs and checkpoints
with

runs as (
    select * from learning_runs
),

checkpoints as (
    select distinct
        run,
        checkpoint,
        nash_conv,
        nash_conv_standard_error,
        value
    from strategies
),

convergence as (
    select
        runs.run,
        runs.algorithm,
        runs.parameters,
        runs.seed,
        checkpoints.checkpoint,
        checkpoints.nash_conv,
        checkpoints.nash_conv_standard_error,
        checkpoints.value
    from runs
    inner join checkpoints on runs.run = checkpoints.run
    where runs.game = $game
    order by runs.run, checkpoints.checkpoint
)

select * from convergence
