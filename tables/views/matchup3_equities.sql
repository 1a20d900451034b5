-- title: Pot shares of any three starting hands
-- one row per: hero and two opponents, in each order
-- source: exact counts of matchups3; not of three that cannot be dealt, as AA, AA and AKs
with

triples as (
    select * from matchups3
    where deals > 0
),

shares as (
    select
        first,
        second,
        third,
        deals,
        (win_1 + (tie_12 + tie_13) / 2e0 + tie_123 / 3e0) / deals as equity_1,
        (win_2 + (tie_12 + tie_23) / 2e0 + tie_123 / 3e0) / deals as equity_2,
        (win_3 + (tie_13 + tie_23) / 2e0 + tie_123 / 3e0) / deals as equity_3,
        100e0 * win_1 / deals as win_1,
        100e0 * win_2 / deals as win_2,
        100e0 * win_3 / deals as win_3,
        100e0 * (tie_12 + tie_13 + tie_123) / deals as tie_1,
        100e0 * (tie_12 + tie_23 + tie_123) / deals as tie_2,
        100e0 * (tie_13 + tie_23 + tie_123) / deals as tie_3
    from triples
),

-- The orders of three hands; equal orders, as with two equal hands, count once.
arranged as (
    select
        first as hero,
        second as villain_1,
        third as villain_2,
        equity_1 as equity,
        equity_2 as villain_1_equity,
        equity_3 as villain_2_equity,
        win_1 as win_percent,
        tie_1 as tie_percent,
        deals
    from shares
    union all
    select
        first,
        third,
        second,
        equity_1,
        equity_3,
        equity_2,
        win_1,
        tie_1,
        deals
    from shares
    where second <> third
    union all
    select
        second,
        first,
        third,
        equity_2,
        equity_1,
        equity_3,
        win_2,
        tie_2,
        deals
    from shares
    where first <> second
    union all
    select
        second,
        third,
        first,
        equity_2,
        equity_3,
        equity_1,
        win_2,
        tie_2,
        deals
    from shares
    where first <> second
    union all
    select
        third,
        first,
        second,
        equity_3,
        equity_1,
        equity_2,
        win_3,
        tie_3,
        deals
    from shares
    where second <> third
    union all
    select
        third,
        second,
        first,
        equity_3,
        equity_2,
        equity_1,
        win_3,
        tie_3,
        deals
    from shares
    where first <> second and second <> third
)

select * from arranged
