-- title: How the strength of a starting hand is spread over the flops
-- one row per: bin of values
-- source: flop_strength, each hole on each flop; bins hold their lower end
-- parameter: hand starting_hand -- one of the 169: AKs
-- parameter: bins integer = 20 of 1..1000 -- bins of equal width, from 0 to 1
-- parameter: by text = ehs of ehs, hs, equity -- the value that is spread
-- parameter: opponents integer = 1 of 1..9 -- number of opponents, for hs and ehs
with

strengths as (
    select
        weight,
        case $by when 'hs' then hs when 'equity' then equity else ehs end as strength
    from flop_strength($opponents)
    where hand = $hand
),

bins as (
    select unnest(range($bins)) as bin
),

counted as (
    select
        -- 13 / 23 times 23 is less than 13
        least(cast(floor(round(strength * $bins, 9)) as bigint), $bins - 1) as bin,
        sum(weight) as deals
    from strengths
    group by bin
),

spread as (
    select
        bins.bin / $bins as at_least,
        (bins.bin + 1) / $bins as below,
        cast(coalesce(counted.deals, 0) as bigint) as deals,
        100e0 * coalesce(counted.deals, 0) / sum(counted.deals) over () as percent
    from bins
    left join counted on bins.bin = counted.bin
    order by bins.bin
)

select * from spread
