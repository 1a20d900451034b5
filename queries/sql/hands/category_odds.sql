-- title: How often each category comes, and the odds against it
-- one row per: category
-- source: counts of all hands
-- in short deck: category_odds
-- parameter: cards integer = 7 of 5, 6, 7 -- cards in a hand
with

odds as (
    select * from category_odds
    where cards = $cards
),

categories as (
    select
        category,
        category_name,
        classes,
        hands,
        percent,
        odds_against
    from odds
    order by category
)

select * from categories
