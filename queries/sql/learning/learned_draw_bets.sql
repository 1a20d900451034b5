-- title: Five-card draw as it was learned: what to fold, what to call and what to raise
-- one row per: hand and bets to call
-- source: result_table of draw, shares of games; call is check where there is nothing to call
-- parameter: betting integer = 1 of 1, 2 -- before the exchange, or after it
-- parameter: least text = * of *, 0, 1, 2, 3, 4 -- fewest cards an opponent exchanged; 4 is 4 or 5
-- parameter: run integer = 0 of 0..4294967295 -- its number; 0 is the latest of draw
-- parameter: checkpoint integer = 0 of 0..9007199254740992 -- rounds played by then; 0 is all
with

made as (
    select * from learned_draw($run, $checkpoint)
),

bets as (
    select
        hand,
        bets_to_call,
        choice,
        games
    from made
    where betting = $betting and $least in ('*', least_exchanged)
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
