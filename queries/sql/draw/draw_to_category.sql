-- title: What to throw away for a category: all 32 discards of a hand by their chance to reach it
-- one row per: set of cards that the hand may throw away
-- source: draw_exchanges, exact over all draws; a better category counts too
-- parameter: hand five_cards -- as it is dealt: 7c7d9hKsAc
-- parameter: category category -- to reach: flush, full house, two pair; or its number
with

dealt as (
    select unnest(discards($hand), recursive := true)
),

hands as (
    select * from draw_hands
    where hand in (select dealt.hand from dealt)
),

exchanges as (
    select * from draw_exchanges
    where hand_id in (select hands.hand_id from hands)
),

ends as (
    select
        discard,
        exchanged,
        draws,
        strength_sum,
        [
            straight_flush, four_of_a_kind, full_house, flush, straight,
            three_of_a_kind, two_pair, one_pair, high_card
        ] as categories
    from exchanges
),

chances as (
    select
        discard,
        exchanged,
        draws,
        cast(list_sum(categories[1:$category]) as bigint) as reached,
        categories[$category] as exactly,
        strength_sum / draws / 2598960 as expected_strength
    from ends
),

ranked as (
    select
        rank() over (order by chances.reached / chances.draws desc) as rank,
        dealt.thrown,
        dealt.kept,
        chances.exchanged,
        chances.draws,
        chances.reached,
        100e0 * chances.reached / chances.draws as reached_percent,
        100e0 * chances.exactly / chances.draws as exactly_percent,
        chances.expected_strength,
        hands.usual_discard = chances.discard as usual
    from dealt
    inner join chances on dealt.discard = chances.discard
    cross join hands
    order by rank asc, chances.expected_strength desc, dealt.thrown asc
)

select * from ranked
