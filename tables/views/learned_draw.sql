-- title: What five-card draw has learned hand by hand, with the parts of each state
-- one row per: state and choice
-- source: result_table of draw; run 0 is the latest, and 0 games are all of them
with

runs as (
    select * from learning_runs
),

results as (
    select * from result_table
),

chosen as (
    select max(run) as run
    from runs
    where game = 'draw' and $of_run in (0, run)
),

made as (
    select results.*
    from results
    inner join chosen on results.run = chosen.run
    where $by_games = 0 or results.checkpoint <= $by_games
    qualify results.checkpoint = max(results.checkpoint) over ()
),

told as (
    select
        run,
        checkpoint,
        coalesce(try_cast(regexp_extract(state, '^betting=(\d)', 1) as bigint), 0) as betting,
        regexp_extract(state, ' hand=(\S+)', 1) as hand,
        try_cast(regexp_extract(state, ' call=(\d+)', 1) as bigint) as bets_to_call,
        cast(regexp_extract(state, ' bets=(\d+)', 1) as bigint) as bets,
        nullif(regexp_extract(state, ' own=(\d)', 1), '') as exchanged,
        nullif(regexp_extract(state, ' least=(\d)', 1), '') as least_exchanged,
        choice,
        games
    from made
)

select * from told
