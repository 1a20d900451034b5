-- title: Strength of each starting hand on every flop, averaged over its holes
-- one row per: starting hand and flop, up to suits
-- source: flop_strength, weighted by deals
with

strengths as (
    select * from flop_strength($opponents)
),

averages as (
    select
        board_id,
        board,
        hand,
        cast(sum(weight) as bigint) as weight,
        sum(weight * hs) / sum(weight) as hs,
        sum(weight * ppot1) / sum(weight) as ppot1,
        sum(weight * npot1) / sum(weight) as npot1,
        sum(weight * ppot2) / sum(weight) as ppot2,
        sum(weight * npot2) / sum(weight) as npot2,
        sum(weight * ehs) / sum(weight) as ehs,
        sum(weight * equity) / sum(weight) as equity,
        sum(weight * equity_squared) / sum(weight) as equity_squared
    from strengths
    group by board_id, board, hand
)

select * from averages
