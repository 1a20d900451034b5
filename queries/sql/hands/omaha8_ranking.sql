-- title: Percentile ranking of the holes of four cards in Omaha hi-lo, against one random opponent
-- one row per: hole up to suits, the best first
-- source: omaha8_hands, exact; ties count as at least as strong
-- parameter: hand omaha_hole = any -- one hole, in any suits: AsKsQhJh
-- parameter: ranks omaha_ranks = any -- ranks that it has, x for any: AAxx
-- parameter: pairing text = any of any, unpaired, paired, two pair, trips, quads -- of its ranks
-- parameter: suits text = any of any, rainbow, ss, ds, ts, ms -- ss: two of one suit; ms: all four
-- parameter: count integer = 20 of 1..16432 -- how many at the most
with

equities as (
    select * from omaha8_equities
),

ranking as (
    select
        rank,
        hand,
        pairing,
        suits,
        combos,
        equity,
        high_equity,
        low_equity,
        scoop_percent,
        quarter_percent,
        top_percent
    from equities
    where
        $hand in ('any', hand)
        and ranks like $ranks
        and $pairing in ('any', pairing)
        and $suits in ('any', suits)
    order by rank asc, hand asc
    limit $count
)

select * from ranking
