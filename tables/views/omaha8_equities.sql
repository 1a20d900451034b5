-- title: Equity of the holes of four cards in Omaha hi-lo against one random opponent
-- one row per: hole up to suits
-- source: exact counts of omaha8_hands; holes of one equity are tied
with

omaha8_hands as (
    select * from omaha8_hands
),

-- Deals by the hole's share of the pot, and by the outcomes of each half.
shared as (
    select
        hand_id,
        hand,
        combos,
        high_win_low_win + high_win_no_low as scoop,
        high_win_low_tie + high_tie_low_win as three_quarters,
        high_win_low_lose + high_tie_low_tie + high_tie_no_low + high_lose_low_win as half,
        high_tie_low_lose + high_lose_low_tie as one_quarter,
        high_lose_low_lose + high_lose_no_low as no_share,
        high_win_low_win + high_win_low_tie + high_win_low_lose + high_win_no_low as high_win,
        high_tie_low_win + high_tie_low_tie + high_tie_low_lose + high_tie_no_low as high_tie,
        high_win_low_win + high_tie_low_win + high_lose_low_win as low_win,
        high_win_low_tie + high_tie_low_tie + high_lose_low_tie as low_tie,
        high_win_no_low + high_tie_no_low + high_lose_no_low as no_low
    from omaha8_hands
),

-- Its total share is counted in quarters of a pot.
counted as (
    select
        *,
        4 * scoop + 3 * three_quarters + 2 * half + one_quarter as quarters,
        scoop + three_quarters + half + one_quarter + no_share as deals
    from shared
),

ranked as (
    select
        hand_id,
        hand,
        ranks_of_hole(hand) as ranks,
        pairing_of_hole(hand) as pairing,
        suits_of_hole(hand) as suits,
        combos,
        quarters / (4 * deals) as equity,
        (high_win + high_tie / 2) / deals as high_equity,
        (low_win + low_tie / 2) / (deals - no_low) as low_equity,
        100e0 * scoop / deals as scoop_percent,
        100e0 * three_quarters / deals as three_quarters_percent,
        100e0 * half / deals as half_percent,
        100e0 * one_quarter / deals as quarter_percent,
        100e0 * no_share / deals as nothing_percent,
        100e0 * no_low / deals as no_low_percent,
        rank() over (order by quarters desc) as rank,
        100e0 * sum(combos) over (order by quarters desc) / sum(combos) over () as top_percent
    from counted
    order by rank asc, hand_id asc
)

select * from ranked
