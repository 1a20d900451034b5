-- title: Equity of the starting hands against one random opponent
-- one row per: starting hand
-- source: exact counts of starting_hands; hands of one equity are tied
with

starting_hands as (
    select * from starting_hands
),

deals as (
    select
        hand,
        combos,
        cast(win as double) as win,
        cast(tie as double) as tie,
        cast(win + tie + lose as double) as deals
    from starting_hands
),

equities as (
    select
        hand,
        combos,
        (win + tie / 2) / deals as equity,
        100 * win / deals as win_percent,
        100 * tie / deals as tie_percent
    from deals
),

ranked as (
    select
        hand,
        combos,
        equity,
        win_percent,
        tie_percent,
        100e0 * sum(combos) over (order by equity desc) / sum(combos) over () as top_percent
    from equities
    order by equity desc, hand asc
)

select * from ranked
