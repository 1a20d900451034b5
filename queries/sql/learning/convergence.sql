-- title: How far what was learned is from an equilibrium, by the games played
-- one row per: run and checkpoint
-- source: strategies; NashConv is what the players could win more in all, each by a best response
-- parameter: game text = * among learning_runs.game -- akq, kuhn, leduc, ...; * is every game
with

runs as (
    select * from learning_runs
),

strategies as (
    select * from strategies
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
        runs.game,
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
    where $game in ('*', runs.game)
    order by runs.game, runs.run, checkpoints.checkpoint
)

select * from convergence
