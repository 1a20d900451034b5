-- title: Income rates of chosen hands
-- one row per: hand and number of players
-- source: the table income_rates; hands as a list of text
with

chosen as (
    select * from income_rates
    where list_contains($hands, hand)
),

rates as (
    select
        hand,
        players,
        income_rate,
        standard_error
    from chosen
    order by hand, players
)

select * from rates
