-- title: Equity of the holes of five cards in Omaha against one random opponent
-- one row per: hole up to suits
-- source: exact counts of omaha_hands5; holes of one equity are tied
with

omaha_hands5 as (
    select * from omaha_hands5
),

texts as (
    select
        hand_id,
        hand,
        regexp_replace(hand, '[cdhs]', '', 'g') as ranks,
        regexp_replace(hand, '[^cdhs]', '', 'g') as suits,
        combos,
        win,
        tie,
        win + tie + lose as deals
    from omaha_hands5
),

-- How many cards there are of each rank and of each suit, the most first: 211.
counted as (
    select
        hand_id,
        hand,
        ranks,
        array_to_string(list_reverse_sort([
            length(ranks) - length(replace(ranks, rank, ''))
            for rank in list_distinct(string_split(ranks, ''))
        ]), '') as of_ranks,
        array_to_string(list_reverse_sort([
            length(suits) - length(replace(suits, suit, ''))
            for suit in list_distinct(string_split(suits, ''))
        ]), '') as of_suits,
        combos,
        win,
        tie,
        deals
    from texts
),

ranked as (
    select
        hand_id,
        hand,
        ranks,
        case
            when of_ranks in ('1111', '11111') then 'unpaired'
            when of_ranks in ('211', '2111') then 'paired'
            when of_ranks in ('22', '221') then 'two pair'
            when of_ranks in ('31', '311') then 'trips'
            when of_ranks = '32' then 'full house'
            else 'quads'
        end as pairing,
        case
            when of_suits = '1111' then 'rainbow'
            when of_suits in ('211', '2111') then 'ss'
            when of_suits in ('22', '221') then 'ds'
            when of_suits in ('31', '311') then 'ts'
            when of_suits = '32' then 'ts+ss'
            when of_suits = '41' then 'qs'
            else 'ms'
        end as suits,
        combos,
        (win + tie / 2) / deals as equity,
        100e0 * win / deals as win_percent,
        100e0 * tie / deals as tie_percent,
        rank() over (order by 2 * win + tie desc) as rank,
        100e0 * sum(combos) over (order by 2 * win + tie desc) / sum(combos) over () as top_percent
    from counted
    order by rank asc, hand_id asc
)

select * from ranked
