-- title: The best and the worst flops for a starting hand
-- one row per: flop, up to suits, of the best and of the worst
-- source: flop_by_hand, averages over the hand's holes; flops of one value are tied
-- parameter: hand starting_hand -- one of the 169: AKs
-- parameter: count integer = 10 of 1..1755 -- how many of the best, and how many of the worst
-- parameter: by text = equity of equity, ehs, hs -- what hands are ranked by
-- parameter: opponents integer = 1 of 1..9 -- number of opponents, for hs and ehs
with

strengths as (
    select
        *,
        -- equal averages differ in their last digits
        round(case $by when 'ehs' then ehs when 'hs' then hs else equity end, 12) as ranked_by
    from flop_by_hand($opponents)
    where hand = $hand
),

boards as (
    select * from flops
),

ranked as (
    select
        rank() over (order by ranked_by desc) as rank,
        row_number() over (order by ranked_by desc, board_id asc) as from_best,
        row_number() over (order by ranked_by asc, board_id desc) as from_worst,
        board_id,
        board,
        weight,
        hs,
        ppot2,
        npot2,
        ehs,
        equity
    from strengths
),

chosen as (
    select
        ranked.rank,
        ranked.board,
        ranked.weight as deals,
        ranked.hs,
        ranked.ppot2,
        ranked.npot2,
        ranked.ehs,
        ranked.equity,
        boards.suits,
        boards.pairing
    from ranked
    inner join boards on ranked.board_id = boards.board_id
    where ranked.from_best <= $count or ranked.from_worst <= $count
    order by ranked.from_best
)

select * from chosen
