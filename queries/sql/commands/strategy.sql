-- title: A learned strategy, as it was at a checkpoint
-- one row per: choice in a state
-- source: strategies, and result_table where there is one
with

choices as (
    select *
    from strategies
    where run = $run and checkpoint = $checkpoint
),

results as (
    select *
    from result_table
    where run = $run and checkpoint = $checkpoint
),

units as (
    select
        run,
        unit
    from learning_runs
),

strategy as (
    select
        choices.player,
        choices.state,
        choices.choice,
        choices.probability,
        choices.gain,
        choices.gain_standard_error,
        results.games,
        results.won / units.unit / results.games as expected
    from choices
    inner join units on choices.run = units.run
    left join results
        on
            choices.player = results.player
            and choices.state = results.state
            and choices.choice = results.choice
    where contains(choices.state, $state)
    order by choices.player, choices.state, choices.choice
)

select * from strategy
