-- title: Discards of each hand of five-card draw, and what comes of them
-- one row per: hand and what of it is thrown away, up to suits
-- source: draw_exchanges, exact; 2,598,960 hands are what strength is measured against
with

hands as (
    select * from draw_hands
),

exchanges as (
    select * from draw_exchanges
),

strengths as (
    select
        exchanges.hand_id,
        hands.hand,
        hands.class_id,
        hands.category,
        hands.draw,
        exchanges.discard,
        exchanges.exchanged,
        case when exchanges.discard & 1 = 0 then hands.hand[1:2] else '' end
        || case when exchanges.discard & 2 = 0 then hands.hand[3:4] else '' end
        || case when exchanges.discard & 4 = 0 then hands.hand[5:6] else '' end
        || case when exchanges.discard & 8 = 0 then hands.hand[7:8] else '' end
        || case when exchanges.discard & 16 = 0 then hands.hand[9:10] else '' end as kept,
        case when exchanges.discard & 1 > 0 then hands.hand[1:2] else '' end
        || case when exchanges.discard & 2 > 0 then hands.hand[3:4] else '' end
        || case when exchanges.discard & 4 > 0 then hands.hand[5:6] else '' end
        || case when exchanges.discard & 8 > 0 then hands.hand[7:8] else '' end
        || case when exchanges.discard & 16 > 0 then hands.hand[9:10] else '' end as thrown,
        exchanges.weight,
        exchanges.draws,
        exchanges.strength_sum / exchanges.draws / 2598960 as expected_strength,
        100e0
        - 100e0 * (exchanges.strength_sum - exchanges.ties_sum) / exchanges.draws / 2598960
            as expected_top_percent,
        100e0 * exchanges.straight_flush / exchanges.draws as straight_flush_percent,
        100e0 * exchanges.four_of_a_kind / exchanges.draws as four_of_a_kind_percent,
        100e0 * exchanges.full_house / exchanges.draws as full_house_percent,
        100e0 * exchanges.flush / exchanges.draws as flush_percent,
        100e0 * exchanges.straight / exchanges.draws as straight_percent,
        100e0 * exchanges.three_of_a_kind / exchanges.draws as three_of_a_kind_percent,
        100e0 * exchanges.two_pair / exchanges.draws as two_pair_percent,
        100e0 * exchanges.one_pair / exchanges.draws as one_pair_percent,
        100e0 * exchanges.high_card / exchanges.draws as high_card_percent,
        exchanges.discard = hands.usual_discard as usual
    from exchanges
    inner join hands on exchanges.hand_id = hands.hand_id
)

select * from strengths
