-- title: Names of the holes
-- one row per: hole
-- source: definition; hole_id is b (b - 1) / 2 + a for cards a < b
with

cards as (
    select unnest(range(52)) as card
),

named as (
    select
        card,
        card // 4 as rank,
        card % 4 as suit,
        '23456789TJQKA'[card // 4 + 1] as rank_name,
        'cdhs'[card % 4 + 1] as suit_name
    from cards
),

holes as (
    select
        cast(high.card * (high.card - 1) // 2 + low.card as bigint) as hole_id,
        high.rank_name || high.suit_name || low.rank_name || low.suit_name as hole,
        high.rank_name || low.rank_name || case
            when high.rank = low.rank then ''
            when high.suit = low.suit then 's'
            else 'o'
        end as hand
    from named as high
    inner join named as low on high.card > low.card
    order by hole_id
)

select * from holes
