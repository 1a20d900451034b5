-- title: How the equity of chosen hands is spread over all flops
-- one row per: hand, and equity to a thousandth
-- source: the view flop_strength; hands as a list of text
with

chosen as (
    select
        hand,
        weight,
        equity
    from flop_strength
    where list_contains($hands, hand)
),

binned as (
    select
        hand,
        cast(floor(1000 * equity) as integer) as thousandth,
        weight,
        equity
    from chosen
),

equities as (
    select
        hand,
        thousandth,
        sum(weight) as deals,
        sum(weight * equity) as equity_sum
    from binned
    group by hand, thousandth
    order by hand, thousandth
)

select * from equities
