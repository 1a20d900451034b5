-- title: The ladder of five-card hands, from the strongest
-- one row per: rung
-- source: draw_ladder
with

ladder as (
    select * from draw_ladder
),

rungs as (
    select
        name,
        class_id,
        hands
    from ladder
    order by rung
)

select * from rungs
