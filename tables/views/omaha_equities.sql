-- title: Equity of the holes of four cards in Omaha against one random opponent
-- one row per: hole up to suits
-- source: exact counts of omaha_hands; holes of one equity are tied
with

omaha_hands as (
    select * from omaha_hands
),

counted as (
    select
        hand_id,
        hand,
        combos,
        win,
        tie,
        win + tie + lose as deals
    from omaha_hands
),

ranked as (
    select
        hand_id,
        hand,
        ranks_of_hole(hand) as ranks,
        pairing_of_hole(hand) as pairing,
        suits_of_hole(hand) as suits,
        combos,
        (win + tie / 2) / deals as equity,
        100e0 * win / deals as win_percent,
        100e0 * tie / deals as tie_percent,
        rank() over (order by 2 * win + tie desc) as rank,
        100e0 * sum(combos) over (order by 2 * win + tie desc) / sum(combos) over () as top_percent
    from counted
    order by rank asc, hand_id asc
)

select * from ranked
