-- title: Hands of badugi, the best first, with how many there are and the top percent of each
-- one row per: class of hands
-- source: badugi_hands, exact; the top percent counts the hands of the class
-- parameter: cards integer = 0 of 0..4 -- hands of which so many cards count; 0 for all
-- parameter: count integer = 20 of 1..1092 -- how many at the most
with

hands as (
    select * from badugi_hands
),

ranked as (
    select
        class_id,
        name,
        ranks,
        cards,
        count4 as hands,
        100e0 * count4 / sum(count4) over () as percent,
        100e0 * sum(count4) over (order by class_id) / sum(count4) over () as top_percent
    from hands
),

ranking as (
    select * from ranked
    where $cards in (0, cards)
    order by class_id
    limit $count
)

select * from ranking
