-- title: Percentile ranking of the starts of three cards in razz, against one random hand
-- one row per: start by ranks, the best first
-- source: razz_starts, exact; ties count as at least as strong
-- parameter: start razz_start = any -- three ranks: A23
-- parameter: pairing text = any of any, unpaired, paired, trips -- of its ranks
-- parameter: count integer = 20 of 1..455 -- how many at the most
with

equities as (
    select * from razz_equities
),

ranking as (
    select
        rank,
        start,
        pairing,
        combos,
        equity,
        win_percent,
        tie_percent,
        top_percent
    from equities
    where
        $start in ('any', start)
        and $pairing in ('any', pairing)
    order by rank asc, start asc
    limit $count
)

select * from ranking
