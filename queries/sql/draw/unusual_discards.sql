-- title: How often the usual discard is not the best one, by expected strength
-- one row per: draw as which hands are usually played
-- source: draw_strengths, exact over all draws; the example is where the best one gains the most
with

strengths as (
    select
        hand_id,
        discard,
        strength_sum / draws / 2598960 as expected_strength
    from draw_exchanges
),

hands as (
    select * from draw_hands
),

best as (
    select
        hand_id,
        arg_max(discard, expected_strength) as discard,
        max(expected_strength) as expected_strength
    from strengths
    group by hand_id
),

gains as (
    select
        hands.hand_id,
        hands.class_id,
        hands.draw,
        hands.weight,
        hands.usual_discard,
        best.discard as best_discard,
        best.expected_strength - strengths.expected_strength as gain
    from hands
    inner join best on hands.hand_id = best.hand_id
    inner join strengths
        on hands.hand_id = strengths.hand_id and hands.usual_discard = strengths.discard
),

by_draw as (
    select
        draw,
        cast(sum(weight) as bigint) as hands,
        cast(coalesce(sum(weight) filter (where best_discard <> usual_discard), 0) as bigint)
            as unusual_hands,
        100e0 * unusual_hands / hands as percent,
        sum(weight * gain) / nullif(unusual_hands, 0) as mean_gain,
        nullif(max(gain), 0) as largest_gain,
        arg_max(hand_id, (gain, 134458 - hand_id)) filter (where gain > 0) as example_id
    from gains
    group by draw
),

examples as (
    select
        hand_id,
        hand,
        usual,
        thrown,
        expected_strength
    from draw_strengths
    where hand_id in (select by_draw.example_id from by_draw)
),

shown as (
    select
        hand_id,
        any_value(hand) as example,
        max(thrown) filter (where usual) as usual_thrown,
        arg_max(thrown, expected_strength) as best_thrown
    from examples
    group by hand_id
),

answer as (
    select
        by_draw.draw,
        by_draw.hands,
        by_draw.unusual_hands,
        by_draw.percent,
        by_draw.mean_gain,
        by_draw.largest_gain,
        shown.example,
        shown.usual_thrown,
        shown.best_thrown
    from by_draw
    left join shown on by_draw.example_id = shown.hand_id
    order by
        list_position([
            'pat', 'four of a kind', 'three of a kind', 'two pair', 'pair',
            'four-flush', 'open-ended', 'ace or king high', 'nothing'
        ], by_draw.draw)
)

select * from answer
