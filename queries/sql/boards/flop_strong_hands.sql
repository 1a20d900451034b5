-- title: The share of a range that is strong on each flop
-- one row per: flop, up to suits, on which the range can be dealt
-- source: flop_strength, against one random hand; flop_hands for the category of a hand and flop
-- parameter: range range -- such as TT+, AQs+
-- parameter: by text = equity of equity, hole_percentile, category -- what is strong
-- parameter: at number = 80 of 0..100 -- equity in % or more, hole_percentile or less, category
with

boards as (
    select * from flops
),

strengths as (
    select * from flop_strength
),

hands as (
    select * from flop_hands
),

members as (
    select unnest(range_hands($range), recursive := true)
),

rated as (
    select
        board_id,
        hand,
        weight,
        if($by = 'equity', equity >= $at / 100, hole_percentile <= $at) as is_strong
    from strengths
    where $by <> 'category'
    union all
    select
        board_id,
        hand,
        weight,
        category(class_id) <= $at as is_strong
    from hands
    where $by = 'category'
),

held as (
    select
        rated.board_id,
        sum(rated.weight * members.range_weight) as deals,
        sum(if(rated.is_strong, rated.weight * members.range_weight, 0)) as strong_deals
    from rated
    inner join members on rated.hand = members.hand
    group by rated.board_id
),

shares as (
    select
        boards.board_id,
        boards.board,
        boards.weight as flops,
        boards.suits,
        boards.pairing,
        held.deals,
        held.strong_deals / held.deals as strong
    from boards
    inner join held on boards.board_id = held.board_id
    where held.deals > 0
    order by boards.board_id
)

select * from shares
