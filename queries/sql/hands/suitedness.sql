-- title: What being suited is worth: each suited hand against the same ranks offsuit
-- one row per: two different ranks, those that gain the most income first
-- source: starting_hands, exact; income_rates, sampled for four players and more
-- in short deck: hand_equities, income_ranks
-- parameter: players integer = 6 of 2..10 -- at the table, for the income rates
with

equities as (
    select * from hand_equities
),

ranks as (
    select * from income_ranks
    where players = $players
),

hands as (
    select
        equities.hand,
        equities.equity,
        ranks.income_rate
    from equities
    inner join ranks on equities.hand = ranks.hand
),

gains as (
    select
        suited.hand as suited,
        offsuit.hand as offsuit,
        suited.equity as suited_equity,
        offsuit.equity as offsuit_equity,
        suited.equity - offsuit.equity as equity_gain,
        suited.income_rate as suited_income_rate,
        offsuit.income_rate as offsuit_income_rate,
        suited.income_rate - offsuit.income_rate as income_rate_gain
    from hands as suited
    inner join hands as offsuit
        on suited.hand[:2] = offsuit.hand[:2] and suited.hand[3] = 's' and offsuit.hand[3] = 'o'
    order by income_rate_gain desc, suited asc
)

select * from gains
