-- title: Five-card draw as it was learned: what one who exchanged so many cards holds after it
-- one row per: number of cards exchanged and hand
-- source: result_table of draw, each choice of who has yet to bet after the exchange counted once
-- parameter: run integer = 0 of 0..4294967295 -- whose; 0 is the latest of draw
-- parameter: checkpoint integer = 0 of 0..9007199254740992 -- rounds played by then; 0 is all
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
    where game = 'draw' and $run in (0, run)
),

made as (
    select
        results.state,
        results.games
    from results
    inner join chosen on results.run = chosen.run
    where $checkpoint = 0 or results.checkpoint <= $checkpoint
    qualify results.checkpoint = max(results.checkpoint) over ()
),

choices as (
    select
        regexp_extract(state, ' own=(\d+)', 1) as own,
        regexp_extract(state, ' hand=(\S+)', 1) as hand,
        games
    from made
    where
        -- one who has yet to bet has all bets to call; he comes twice if he checks and another bets
        state like 'betting=2 %'
        and regexp_extract(state, ' call=(\d+)', 1) = regexp_extract(state, ' bets=(\d+)', 1)
),

hands as (
    select
        if(own = '4', '4 or 5', own) as exchanged,
        hand,
        cast(sum(games) as bigint) as games
    from choices
    group by own, hand
),

answer as (
    select
        exchanged,
        hand,
        games,
        100e0 * games / sum(games) over (partition by exchanged) as percent
    from hands
    where games > 0
    order by
        exchanged,
        list_position([
            'full-house+', 'flush', 'straight', 'trips', 'two-pair-high', 'two-pair-low', 'AA',
            'KK', 'QQ', 'JJ', 'TT', '99', '88', '77', '66', '55', '44', '33', '22', 'A-high',
            'K-high', 'low'
        ], hand) nulls last,
        hand
)

select * from answer
