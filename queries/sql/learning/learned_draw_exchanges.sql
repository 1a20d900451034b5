-- title: Five-card draw as it was learned: how many cards to exchange
-- one row per: hand, as it is dealt
-- source: result_table of draw, shares of games
-- parameter: run integer = 0 of 0..4294967295 -- its number; 0 is the latest of draw
-- parameter: checkpoint integer = 0 of 0..9007199254740992 -- rounds played by then; 0 is all
with

made as (
    select * from learned_draw($run, $checkpoint)
),

exchanges as (
    select
        hand,
        choice,
        games
    from made
    where betting = 0
),

answer as (
    select
        hand,
        cast(sum(games) as bigint) as games,
        100e0 * coalesce(sum(games) filter (where choice = '0'), 0) / nullif(sum(games), 0)
            as exchange_0_percent,
        100e0 * coalesce(sum(games) filter (where choice = '1'), 0) / nullif(sum(games), 0)
            as exchange_1_percent,
        100e0 * coalesce(sum(games) filter (where choice = '2'), 0) / nullif(sum(games), 0)
            as exchange_2_percent,
        100e0 * coalesce(sum(games) filter (where choice = '3'), 0) / nullif(sum(games), 0)
            as exchange_3_percent,
        100e0 * coalesce(sum(games) filter (where choice = '4'), 0) / nullif(sum(games), 0)
            as exchange_4_percent,
        100e0 * coalesce(sum(games) filter (where choice = '5'), 0) / nullif(sum(games), 0)
            as exchange_5_percent
    from exchanges
    group by hand
    order by
        list_position([
            'straight+', 'quads', 'trips', 'two-pair-high', 'two-pair-low', 'AA', 'KK', 'QQ', 'JJ',
            'TT', '99', '88', '77', '66', '55', '44', '33', '22', 'four-flush', 'open-ended',
            'A-high', 'K-high', 'low'
        ], hand) nulls last,
        hand
)

select * from answer
