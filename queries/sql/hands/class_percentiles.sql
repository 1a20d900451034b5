-- title: Percentile ranking of the classes: how many hands are at least as strong
-- one row per: class that so many cards can end in
-- source: counts of all hands; hands of one class are tied and count as at least as strong
-- in short deck: classes, class_percentiles
-- parameter: cards integer = 7 of 5, 6, 7 -- cards in a hand
with

classes as (
    select * from classes
),

percentiles as (
    select * from class_percentiles
    where cards = $cards
),

ranking as (
    select
        classes.class_id,
        classes.category,
        classes.name,
        percentiles.hands,
        percentiles.hands_at_least,
        percentiles.top_percent
    from percentiles
    inner join classes on percentiles.class_id = classes.class_id
    where percentiles.hands > 0
    order by classes.class_id
)

select * from ranking
