-- title: What learned draw poker wins from fixed opponents
-- one row per: opponents, all of one kind
-- source: learned_profits; dollars a round, as an ante is a dollar, and the standard error of that
-- parameter: run integer = 0 of 0..4294967295 -- its number; 0 is the latest against them
with

runs as (
    select * from learning_runs
),

profits as (
    select * from learned_profits
),

chosen as (
    select max(run) as run
    from profits
    where $run in (0, run)
),

sums as (
    select
        profits.opponent,
        profits.rounds,
        profits.won / runs.unit as won,
        profits.won_squares / runs.unit / runs.unit as won_squares
    from profits
    inner join chosen on profits.run = chosen.run
    inner join runs on profits.run = runs.run
),

answer as (
    select
        opponent,
        rounds,
        won / rounds as dollars_a_round,
        sqrt((won_squares - won * won / rounds) / nullif(rounds - 1, 0) / rounds) as standard_error
    from sums
    order by dollars_a_round desc, opponent asc
)

select * from answer
