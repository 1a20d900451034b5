-- title: The best holes of four cards on a flop in Omaha
-- one row per: hole, up to the suits that the flop treats alike
-- source: omaha_flop_hands, exact, against one random opponent
-- parameter: flop flop -- three cards: 3h4sJh
-- parameter: percent number = 1 of 0..100 -- of the 211,876 holes on the flop; ties stay together
with

hands as (
    select * from omaha_flop_hands
    where board_id = board_id($flop)
),

named as (
    -- The rows of the requested flop, with its suits.
    select
        omaha_hole_id(hole_id, $flop) as hole_id,
        max_by(hole, hole_id) as hole,
        count(*) as combos
    from omaha_holes
    group by all
),

placed as (
    select
        named.hole,
        named.combos,
        hands.class_id,
        hands.win,
        hands.tie,
        cast(1 + coalesce(sum(named.combos) over (
            order by 2 * hands.win + hands.tie desc
            groups between unbounded preceding and 1 preceding
        ), 0) as bigint) as placed_at,
        100e0 * sum(named.combos) over (order by 2 * hands.win + hands.tie desc) / 211876
            as hole_percentile
    from hands
    inner join named on hands.hole_id = named.hole_id
),

ranking as (
    select
        placed_at as rank,
        hole,
        combos,
        class_name(class_id) as class_name,
        (win + tie / 2) / 122175900 as equity,
        100e0 * win / 122175900 as win_percent,
        100e0 * tie / 122175900 as tie_percent,
        hole_percentile
    from placed
    where 100 * (placed_at - 1) < $percent * 211876
    order by placed_at asc, hole asc
)

select * from ranking
