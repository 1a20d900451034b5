-- title: Percentile ranking of the starting hands, for any number of players who all stay
-- one row per: starting hand
-- source: income_rates, exact for two and three players; ties count as at least as strong
-- in short deck: income_ranks
-- parameter: players integer = 2 of 2..10 -- players at the table; two is heads-up equity
with

ranks as (
    select * from income_ranks
    where players = $players
),

ranking as (
    select
        hand,
        combos,
        (income_rate + 1) / players as equity,
        income_rate,
        standard_error,
        rank,
        cast(sum(combos) over (order by rank) as bigint) as combos_at_least,
        top_percent
    from ranks
    order by rank, hand
)

select * from ranking
