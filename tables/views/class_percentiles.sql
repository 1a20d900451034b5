-- title: Percentile ranking of the classes, for hands of 5, 6 and 7 cards
-- one row per: class and number of cards
-- source: counts of classes; hands of one class are tied: all count as at least as strong
with

classes as (
    select * from classes
),

counts as (
    select
        cast(5 as bigint) as cards,
        class_id,
        count5 as hands
    from classes
    union all
    select
        cast(6 as bigint) as cards,
        class_id,
        count6 as hands
    from classes
    union all
    select
        cast(7 as bigint) as cards,
        class_id,
        count7 as hands
    from classes
),

cumulated as (
    select
        cards,
        class_id,
        hands,
        cast(sum(hands) over (partition by cards order by class_id) as bigint) as hands_at_least,
        cast(sum(hands) over (partition by cards) as bigint) as hands_in_all
    from counts
),

percentiles as (
    select
        cards,
        class_id,
        hands,
        hands_at_least,
        100e0 * hands_at_least / hands_in_all as top_percent
    from cumulated
    order by cards, class_id
)

select * from percentiles
