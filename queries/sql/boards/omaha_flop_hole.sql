-- title: A hole of four cards on a flop in Omaha: what it has, how often it wins, and its rank
-- one row per: answer, which is of one hole
-- source: omaha_flop_hands, exact, against one random opponent
-- parameter: hole hole_of_four -- four cards: AhKhQdJd
-- parameter: flop flop -- three cards: 3h4sJh
with

hands as (
    select * from omaha_flop_hands
    where board_id = board_id($flop)
),

asked as (
    select * from hands
    where hole_id = omaha_hole_id($hole, $flop)
),

compared as (
    -- Weights add up to 211,876 times that of the flop.
    select
        sum(hands.weight) filter (
            where 2 * hands.win + hands.tie > 2 * asked.win + asked.tie
        ) as better,
        sum(hands.weight) filter (
            where 2 * hands.win + hands.tie >= 2 * asked.win + asked.tie
        ) as as_good,
        sum(hands.weight) as every
    from hands
    cross join asked
),

answer as (
    select
        $hole as hole,
        $flop as flop,
        asked.class_id,
        class_name(asked.class_id) as class_name,
        asked.win,
        asked.tie,
        122175900 - asked.win - asked.tie as lose,
        (asked.win + asked.tie / 2) / 122175900 as equity,
        cast(1 + 211876 * coalesce(compared.better, 0) / compared.every as bigint) as rank,
        100e0 * compared.as_good / compared.every as percentile
    from asked
    cross join compared
)

select * from answer
