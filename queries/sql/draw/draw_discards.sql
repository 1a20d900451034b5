-- title: What to throw away: all 32 discards of a hand by expected strength, and their chances
-- one row per: set of cards that the hand may throw away
-- source: draw_strengths, exact over all draws; strength is the share of hands beaten or tied
-- parameter: hand five_cards -- as it is dealt: 7c7d9hKsAc
with

dealt as (
    select unnest(discards($hand), recursive := true)
),

hands as (
    select hand_id from draw_hands
    where hand in (select dealt.hand from dealt)
),

strengths as (
    select * from draw_strengths
    where hand_id in (select hands.hand_id from hands)
),

ranked as (
    select
        rank() over (order by strengths.expected_strength desc) as rank,
        dealt.thrown,
        dealt.kept,
        strengths.exchanged,
        strengths.expected_strength,
        strengths.expected_top_percent,
        strengths.usual,
        strengths.straight_flush_percent,
        strengths.four_of_a_kind_percent,
        strengths.full_house_percent,
        strengths.flush_percent,
        strengths.straight_percent,
        strengths.three_of_a_kind_percent,
        strengths.two_pair_percent,
        strengths.one_pair_percent,
        strengths.high_card_percent
    from dealt
    inner join strengths on dealt.discard = strengths.discard
    order by rank, strengths.exchanged, dealt.thrown
)

select * from ranked
