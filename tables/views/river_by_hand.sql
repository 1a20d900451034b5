-- title: Strength of each starting hand on every river, averaged over its holes
-- one row per: starting hand and river, up to suits
-- source: river_strength, weighted by deals
with

strengths as (
    select * from river_strength($opponents)
),

averages as (
    select
        board_id,
        board,
        hand,
        cast(sum(weight) as bigint) as weight,
        sum(weight * hs) / sum(weight) as hs,
        sum(weight * ehs) / sum(weight) as ehs,
        sum(weight * equity) / sum(weight) as equity,
        sum(weight * equity_squared) / sum(weight) as equity_squared
    from strengths
    group by board_id, board, hand
)

select * from averages
