-- title: The classes between two hands, both included, the stronger first
-- one row per: class
-- source: a walk of the rank graph; the hands may be given in either order
-- parameter: hand hand -- five to seven cards: AsAdAhKsKd
-- parameter: other hand -- five to seven cards: QsQdQhJsJd
-- parameter: cards integer = 7 of 5, 6, 7 -- cards in the hands that are counted
with

classes as (
    select * from classes
),

percentiles as (
    select * from class_percentiles
    where cards = $cards
),

ends as (
    select
        least(class_of($hand), class_of($other)) as strongest,
        greatest(class_of($hand), class_of($other)) as weakest
),

between_them as (
    select
        classes.class_id,
        classes.category,
        classes.name,
        percentiles.hands,
        percentiles.top_percent
    from ends
    inner join classes on classes.class_id between ends.strongest and ends.weakest
    inner join percentiles on classes.class_id = percentiles.class_id
    order by classes.class_id
)

select * from between_them
