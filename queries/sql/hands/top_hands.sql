-- title: The best hands up to a percentage of all combos, as a range
-- one row per: answer, which is one range
-- source: income_rates; whole ties in rank order, and the next with the weight that fills it
-- parameter: percent number = 15 of 0..100 -- of the 1,326 combos
-- parameter: players integer = 2 of 2..10 -- players at the table; two is heads-up equity
with

ranks as (
    select * from income_ranks
    where players = $players
),

best as (
    select
        top_range(
            list(hand order by hand), list(income_rate order by hand), $percent
        ) as range_text
    from ranks
),

members as (
    select unnest(range_hands(range_text), recursive := true)
    from best
),

counted as (
    select
        count(*) as hands,
        coalesce(sum(combos), 0) as combos
    from members
),

answer as (
    select
        best.range_text,
        counted.hands,
        counted.combos,
        100 * counted.combos / 1326 as top_percent
    from best
    cross join counted
)

select * from answer
