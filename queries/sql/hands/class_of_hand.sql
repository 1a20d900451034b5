-- title: The class of a hand, and how many hands are at least as strong
-- one row per: hand given, of five to seven cards
-- source: a walk of the rank graph; percentile among hands of as many cards
-- parameter: hand hand -- five to seven cards: AsKsQsJsTs
with

classes as (
    select * from classes
),

percentiles as (
    select * from class_percentiles
),

hand as (
    select
        class_of($hand) as class_id,
        len(regexp_extract_all($hand, '10|[^ ,\t]')) // 2 as cards
),

answer as (
    select
        $hand as hand,
        classes.class_id,
        classes.category,
        classes.name,
        percentiles.cards,
        percentiles.hands_at_least,
        percentiles.top_percent
    from hand
    inner join classes on hand.class_id = classes.class_id
    inner join percentiles
        on hand.class_id = percentiles.class_id and hand.cards = percentiles.cards
)

select * from answer
