-- title: The classes that no hand of so many cards can end in: it always holds something better
-- one row per: class
-- source: counts of all hands
-- parameter: cards integer = 7 of 5, 6, 7 -- cards in a hand
with

classes as (
    select * from classes
),

percentiles as (
    select * from class_percentiles
    where cards = $cards
),

unreachable as (
    select
        classes.class_id,
        classes.category,
        classes.name
    from percentiles
    inner join classes on percentiles.class_id = classes.class_id
    where percentiles.hands = 0
    order by classes.class_id
)

select * from unreachable
