-- title: Frequencies and odds of the nine categories, for hands of 5, 6 and 7 cards
-- one row per: category and number of cards
-- source: counts of classes
with

classes as (
    select * from classes
),

counts as (
    select
        cast(5 as bigint) as cards,
        category,
        count5 as hands
    from classes
    union all
    select
        cast(6 as bigint) as cards,
        category,
        count6 as hands
    from classes
    union all
    select
        cast(7 as bigint) as cards,
        category,
        count7 as hands
    from classes
),

names as (
    select
        unnest(range(1, 10)) as category,
        unnest([
            'straight flush', 'four of a kind', $third, $fourth, 'straight',
            'three of a kind', 'two pair', 'one pair', 'high card'
        ]) as category_name
),

categories as (
    select
        cards,
        category,
        count(*) filter (where hands > 0) as classes,
        cast(sum(hands) as bigint) as hands,
        cast(sum(sum(hands)) over (partition by cards) as bigint) as hands_in_all
    from counts
    group by cards, category
),

odds as (
    select
        categories.cards,
        categories.category,
        names.category_name,
        categories.classes,
        categories.hands,
        100e0 * categories.hands / categories.hands_in_all as percent,
        (categories.hands_in_all - categories.hands) / categories.hands as odds_against
    from categories
    inner join names on categories.category = names.category
    order by categories.cards, categories.category
)

select * from odds
