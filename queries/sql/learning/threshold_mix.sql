-- title: How often to play each threshold of five-card draw, by the reading of its rules
-- one row per: run of draw-thresholds and pure strategy
-- source: strategies at the end of each run; gain and exploitability in chips a hand of one player
-- parameter: least_percent number = 1 of 0..100 -- strategies played less often are left out
with

runs as (
    select * from learning_runs
    where game = 'draw-thresholds'
),

strategies as (
    select * from strategies
),

mixes as (
    select
        runs.parameters ->> 'nobody_opens' as nobody_opens,
        runs.parameters ->> 'missed_draw' as missed_draw,
        runs.run,
        runs.seed,
        runs.games,
        strategies.choice,
        100 * strategies.probability as percent,
        strategies.gain,
        strategies.gain_standard_error,
        strategies.nash_conv / runs.players as exploitability,
        strategies.nash_conv_standard_error / runs.players as exploitability_standard_error
    from strategies
    inner join runs on strategies.run = runs.run
    qualify strategies.checkpoint = max(strategies.checkpoint) over (partition by strategies.run)
),

played as (
    select *
    from mixes
    where percent >= $least_percent
    order by nobody_opens asc, missed_draw asc, run asc, percent desc, choice asc
)

select * from played
