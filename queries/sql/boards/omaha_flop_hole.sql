-- title: A hole of four cards on a flop in Omaha: what it has, how often it wins, and its rank
-- one row per: answer, which is of one hole
-- source: omaha_flop_hands, exact, against one random opponent
-- parameter: hole hole_of_four -- four cards: AhKhQdJd
-- parameter: flop flop -- three cards: 3h4sJh
with

placed as (
    -- Weights add up to 211,876 times that of the flop.
    select
        *,
        coalesce(sum(weight) over (
            order by 2 * win + tie desc
            groups between unbounded preceding and 1 preceding
        ), 0) as better,
        sum(weight) over (order by 2 * win + tie desc) as as_good,
        sum(weight) over () as every
    from omaha_flop_hands
    where board_id = board_id($flop)
),

answer as (
    select
        $hole as hole,
        $flop as flop,
        class_id,
        class_name(class_id) as class_name,
        win,
        tie,
        122175900 - win - tie as lose,
        (win + tie / 2) / 122175900 as equity,
        cast(1 + 211876 * better / every as bigint) as rank,
        100e0 * as_good / every as hole_percentile
    from placed
    where hole_id = omaha_hole_id($hole, $flop)
)

select * from answer
