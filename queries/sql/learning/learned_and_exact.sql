-- title: A strategy as it was learned, beside the exact one of the same game
-- one row per: player, state and choice
-- source: strategies; the exact one is the latest by linear programme, and others may be as good
-- parameter: run integer = 0 of 0..4294967295 -- its number; 0 is the latest of a game solved too
-- parameter: checkpoint integer = 0 of 0..9007199254740992 -- games played by then; 0 is all
with

runs as (
    select * from learning_runs
),

strategies as (
    select * from strategies
),

results as (
    select * from result_table
),

solved as (
    select
        game,
        max(run) as run
    from runs
    where algorithm = 'exact'
    group by game
),

chosen as (
    select
        runs.run,
        solved.run as exact_run
    from runs
    inner join solved on runs.game = solved.game
    where $run = runs.run or ($run = 0 and runs.algorithm <> 'exact')
    order by runs.run desc
    limit 1
),

learned as (
    select strategies.*
    from strategies
    inner join chosen on strategies.run = chosen.run
    where $checkpoint = 0 or strategies.checkpoint <= $checkpoint
    qualify strategies.checkpoint = max(strategies.checkpoint) over ()
),

exact as (
    select strategies.*
    from strategies
    inner join chosen on strategies.run = chosen.exact_run
),

compared as (
    select
        learned.player,
        learned.state,
        learned.choice,
        results.games,
        learned.probability,
        exact.probability as exact_probability,
        learned.gain,
        regexp_extract(learned.state, '^([^a-z:]*):?(.*)$', ['cards', 'history']) as parts
    from learned
    left join exact
        on
            learned.player = exact.player
            and learned.state = exact.state
            and learned.choice = exact.choice
    left join results
        on
            learned.run = results.run
            and learned.checkpoint = results.checkpoint
            and learned.player = results.player
            and learned.state = results.state
            and learned.choice = results.choice
),

answer as (
    select
        player,
        state,
        choice,
        games,
        probability,
        exact_probability,
        gain
    from compared
    order by
        player,
        length(parts['history']),
        parts['history'],
        translate(parts['cards'], 'JQKA', '1234'),
        list_position(['f', 'c', 'r'], choice)
)

select * from answer
