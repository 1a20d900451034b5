-- title: How many of each coin to expect as change, and what they are worth
-- one row per: coin; the last is all of them
-- source: change: 0 .. 99 cents in the fewest coins, all amounts equally likely
with

change as (
    select * from change
),

counts as (
    select
        coin,
        cast(sum(coins) as bigint) as coins,
        cast(sum(coins * coin) as bigint) as cents
    from change
    group by grouping sets ((coin), ())
),

amounts as (
    select count(distinct cents) as amounts
    from change
),

totals as (
    select
        coins as all_coins,
        cents as all_cents
    from counts
    where coin is null
),

fractions as (
    select
        counts.coin as coin_value,
        counts.coins / amounts.amounts as coins,
        counts.cents / amounts.amounts as cents,
        100e0 * counts.coins / totals.all_coins as percent_of_coins,
        100e0 * counts.cents / totals.all_cents as percent_of_value,
        unnest(['coins', 'cents', 'of coins', 'of value']) as fraction_of,
        unnest([counts.coins, counts.cents, counts.coins, counts.cents]) as above,
        unnest([amounts.amounts, amounts.amounts, totals.all_coins, totals.all_cents]) as below
    from counts
    cross join amounts
    cross join totals
),

texts as (
    select
        * exclude (above, below),
        -- in lowest terms
        above // gcd(above, below)
        || case when below = gcd(above, below) then '' else '/' || below // gcd(above, below) end
            as fraction
    from fractions
),

expected as (
    select
        coalesce(cast(coin_value as varchar), 'all') as coin,
        coins,
        max(fraction) filter (where fraction_of = 'coins') as exact_coins,
        cents,
        max(fraction) filter (where fraction_of = 'cents') as exact_cents,
        percent_of_coins,
        max(fraction) filter (where fraction_of = 'of coins') as share_of_coins,
        percent_of_value,
        max(fraction) filter (where fraction_of = 'of value') as share_of_value
    from texts
    group by all
    order by min(coin_value) nulls last
)

select * from expected
