-- title: Equity of three cards in razz, by their ranks, against one random hand
-- one row per: start by ranks
-- source: exact counts of razz_starts; starts of one equity are tied
with

razz_starts as (
    select * from razz_starts
),

counted as (
    select
        start_id,
        start,
        combos,
        win,
        tie,
        win + tie + lose as deals
    from razz_starts
),

ranked as (
    select
        start_id,
        start,
        -- The lowest rank comes first, so that equal ranks are adjacent.
        case
            when start[1] = start[3] then 'trips'
            when start[1] = start[2] or start[2] = start[3] then 'paired'
            else 'unpaired'
        end as pairing,
        combos,
        (win + tie / 2) / deals as equity,
        100e0 * win / deals as win_percent,
        100e0 * tie / deals as tie_percent,
        rank() over (order by 2 * win + tie desc) as rank,
        100e0 * sum(combos) over (order by 2 * win + tie desc) / sum(combos) over () as top_percent
    from counted
    order by rank asc, start_id asc
)

select * from ranked
