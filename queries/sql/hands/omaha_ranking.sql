-- title: Percentile ranking of the holes of four cards in Omaha, against one random opponent
-- one row per: hole up to suits, the best first
-- source: omaha_hands, exact; ties count as at least as strong
-- in omaha5: omaha_equities
-- in omaha6: omaha_equities
-- parameter: hand omaha_hole = any -- one hole, in any suits: AsKsQhJh
-- parameter: ranks omaha_ranks = any -- ranks that it has, x for any: AAxx
-- parameter: pairing text = any of any, unpaired, paired, two pair, trips, quads -- of its ranks
-- parameter: suits text = any of any, rainbow, ss, ds, ts, ms -- ss: two of one suit; ms: all four
-- parameter: count integer = 20 of 1..16432 -- how many at the most
with

equities as (
    select * from omaha_equities
),

best as (
    select * from equities
    where
        $hand in ('any', hand)
        and ranks like $ranks
        and $pairing in ('any', pairing)
        and $suits in ('any', suits)
    order by rank asc, hand asc
    limit $count
),

ranking as (
    -- Pairs and suits of these holes alone: the view has those of all, a million with six cards.
    select
        rank,
        hand,
        pairing_of_hole(hand) as pairing,
        suits_of_hole(hand) as suits,
        combos,
        equity,
        win_percent,
        tie_percent,
        top_percent
    from best
    order by rank asc, hand asc
)

select * from ranking
