-- title: Five-card draw as it was learned: what a player who exchanged so many cards holds
-- one row per: number of cards exchanged and hand
-- source: result_table of draw, each choice of who has yet to bet after the exchange counted once
-- parameter: run integer = 0 of 0..4294967295 -- its number; 0 is the latest of draw
-- parameter: checkpoint integer = 0 of 0..9007199254740992 -- rounds played by then; 0 is all
with

made as (
    select * from learned_draw($run, $checkpoint)
),

hands as (
    select
        if(made.exchanged = '4', '4 or 5', made.exchanged) as exchanged,
        made.hand,
        cast(sum(made.games) as bigint) as games
    from made
    -- a player who has yet to bet must call all bets; he acts twice if he checks and another bets
    where made.betting = 2 and made.bets_to_call = made.bets
    group by made.exchanged, made.hand
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
