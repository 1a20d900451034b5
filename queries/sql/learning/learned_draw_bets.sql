-- title: Five-card draw as it was learned: what to fold, what to call and what to raise
-- one row per: hand and bets to call
-- source: result_table of draw, shares of games; call is check where there is nothing to call
-- parameter: betting integer = 1 of 1, 2 -- before the exchange, or after it
-- parameter: least text = * of *, 0, 1, 2, 3, 4 -- fewest cards an opponent exchanged; 4 is 4 or 5
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
        results.choice,
        results.games
    from results
    inner join chosen on results.run = chosen.run
    where $checkpoint = 0 or results.checkpoint <= $checkpoint
    qualify results.checkpoint = max(results.checkpoint) over ()
),

bets as (
    select
        regexp_extract(state, ' hand=(\S+)', 1) as hand,
        cast(regexp_extract(state, ' call=(\d+)', 1) as int) as bets_to_call,
        choice,
        games
    from made
    where
        state like 'betting=' || $betting || ' %'
        and $least in ('*', regexp_extract(state, ' least=(\d)', 1))
),

answer as (
    select
        hand,
        bets_to_call,
        cast(sum(games) as bigint) as games,
        100e0 * sum(games) filter (where choice = 'f') / nullif(sum(games), 0) as fold_percent,
        100e0 * sum(games) filter (where choice = 'c') / nullif(sum(games), 0) as call_percent,
        100e0 * sum(games) filter (where choice = 'r') / nullif(sum(games), 0) as raise_percent
    from bets
    group by hand, bets_to_call
    order by
        list_position([
            'straight+', 'full-house+', 'flush', 'straight', 'quads', 'trips', 'two-pair-high',
            'two-pair-low', 'AA', 'KK', 'QQ', 'JJ', 'TT', '99', '88', '77', '66', '55', '44', '33',
            '22', 'four-flush', 'open-ended', 'A-high', 'K-high', 'low'
        ], hand) nulls last,
        hand,
        bets_to_call
)

select * from answer
