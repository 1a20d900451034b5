-- title: Income rates of the starting hands, and how they rank
-- one row per: starting hand and number of players
-- source: income_rates; hands of one rate are tied
with

rates as (
    select * from income_rates
),

starting_hands as (
    select * from starting_hands
),

weighed as (
    select
        rates.hand,
        rates.players,
        starting_hands.combos,
        rates.income_rate,
        rates.standard_error
    from rates
    inner join starting_hands on rates.hand = starting_hands.hand
),

ranks as (
    select
        hand,
        players,
        combos,
        income_rate,
        standard_error,
        rank() over (partition by players order by income_rate desc) as rank,
        100e0 * sum(combos) over (partition by players order by income_rate desc)
        / sum(combos) over (partition by players) as top_percent
    from weighed
    order by players asc, income_rate desc, hand asc
)

select * from ranks
