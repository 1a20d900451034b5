-- title: What suits are worth in Omaha of four cards: mean equity by suitedness
-- one row per: suitedness, the best first; by the pairing of the ranks, or of all holes
-- source: omaha_hands, exact; each hole counts as often as it is dealt
-- in omaha5: omaha_equities
-- in omaha6: omaha_equities
-- in omaha hi-lo: omaha_equities
-- parameter: ranks omaha_ranks = any -- only holes with these ranks, x for any: AAxx
-- parameter: by_pairing text = no of yes, no -- a row for unpaired, paired, two pair, ... each
with

equities as (
    select * from omaha_equities
),

grouped as (
    select
        case when $by_pairing = 'yes' then pairing else 'all' end as pairing,
        suits,
        combos,
        equity,
        top_percent
    from equities
    where ranks like $ranks
),

suitedness as (
    select
        pairing,
        suits,
        cast(sum(combos) as bigint) as combos,
        sum(combos * equity) / sum(combos) as equity,
        min(equity) as lowest_equity,
        max(equity) as highest_equity,
        min(top_percent) as best_top_percent
    from grouped
    group by pairing, suits
    order by equity desc, pairing asc, suits asc
)

select * from suitedness
