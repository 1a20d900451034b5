-- title: What a result table has by now: won/games of each choice, in the layout of its document
-- one row per: state of a game of two players
-- source: result_table; chips won, k, M and B for thousands, millions, billions; 0/0 is untried
-- parameter: run integer = 0 of 0..4294967295 -- its number; 0 is the latest that has such a table
-- parameter: checkpoint integer = 0 of 0..9007199254740992 -- games played by then; 0 is all
-- parameter: least_percent number = 0 of 0..100 -- states in fewer of the games are left out
with

runs as (
    select * from learning_runs
),

results as (
    select * from result_table
),

chosen as (
    select
        run,
        unit
    from runs
    where algorithm = 'result-table' and players = 2 and $run in (0, run)
    order by run desc
    limit 1
),

made as (
    select
        results.checkpoint,
        results.state,
        results.choice,
        results.games,
        results.won / chosen.unit as chips
    from results
    inner join chosen on results.run = chosen.run
    where $checkpoint = 0 or results.checkpoint <= $checkpoint
    qualify results.checkpoint = max(results.checkpoint) over ()
),

numbers as (
    select
        state,
        choice,
        'won' as kind,
        chips as number
    from made
    union all
    select
        state,
        choice,
        'games' as kind,
        cast(games as double) as number
    from made
),

scaled as (
    select
        state,
        choice,
        kind,
        -- a number that would round up to a thousand becomes one of the next unit
        case
            when abs(number) >= 999.5e6 then [number / 1e9, 1]
            when abs(number) >= 999.5e3 then [number / 1e6, 2]
            when abs(number) >= 999.5e0 then [number / 1e3, 3]
            else [number, 4]
        end as parts
    from numbers
),

texts as (
    select
        state,
        choice,
        kind,
        case
            when parts[2] < 4 and abs(parts[1]) < 9.95 then printf('%.1f', parts[1])
            else printf('%.0f', parts[1])
        end || ['B', 'M', 'k', ''][cast(parts[2] as int)] as number
    from scaled
),

choices as (
    select
        state,
        choice,
        max(number) filter (where kind = 'won')
        || '/' || max(number) filter (where kind = 'games') as result
    from texts
    group by state, choice
),

reached as (
    select
        state,
        cast(sum(games) as bigint) as games,
        100 * sum(games) / any_value(checkpoint) as games_percent
    from made
    group by state
),

layout as (
    select
        reached.state,
        max(choices.result) filter (where choices.choice = 'f') as fold,
        max(choices.result) filter (where choices.choice = 'c') as check_call,
        max(choices.result) filter (where choices.choice = 'r') as bet_raise,
        reached.games,
        reached.games_percent,
        -- KQ:cc/r has a public card, Kcr has none
        regexp_extract(reached.state, '^([^a-z:]*):?(.*)$', ['cards', 'history']) as parts
    from reached
    inner join choices on reached.state = choices.state
    group by reached.state, reached.games, reached.games_percent
    having reached.games_percent >= $least_percent
),

answer as (
    select
        state,
        fold,
        check_call,
        bet_raise,
        games,
        games_percent
    from layout
    order by
        list_position(['', 'cr', 'c', 'crr'], parts['history']) nulls last,
        length(parts['history']),
        parts['history'],
        translate(parts['cards'], 'JQKA', '1234')
)

select * from answer
