-- title: Percentile ranking of the starts of three cards in stud, against one random hand
-- one row per: start up to suits, the best first
-- source: stud_starts, exact; ties count as at least as strong
-- parameter: hand stud_start = any -- one start, in any suits: AsAhKs
-- parameter: ranks stud_ranks = any -- ranks that it has, x for any: AAx
-- parameter: pairing text = any of any, unpaired, paired, trips -- of its ranks
-- parameter: suits text = any of any, rainbow, ss, ms -- ss: two of one suit; ms: all three
-- parameter: count integer = 20 of 1..1755 -- how many at the most
with

equities as (
    select * from stud_equities
),

ranking as (
    select
        rank,
        hand,
        pairing,
        suits,
        combos,
        equity,
        win_percent,
        tie_percent,
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
