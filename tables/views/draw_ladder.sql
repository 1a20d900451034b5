-- title: The ladder of five-card hands: categories, pairs by their rank, other hands by the highest
-- one row per: rung, the strongest first
-- source: counts of classes; top_percent counts all hands of the rung
with

classes as (
    select * from classes
),

named as (
    select
        class_id,
        count5 as hands,
        case category
            when 1 then 'straight flush'
            when 8 then split_part(name, ', ', 1) || ', ' || split_part(name, ', ', 2)
            when 9 then split_part(split_part(name, ', ', 2), '-', 1) || ' high'
            else split_part(name, ', ', 1)
        end as name
    from classes
),

rungs as (
    select
        name,
        max(class_id) as class_id,
        cast(sum(hands) as bigint) as hands
    from named
    group by name
),

ladder as (
    select
        row_number() over (order by class_id) as rung,
        name,
        class_id,
        hands,
        100e0 * hands / sum(hands) over () as percent,
        100e0 * sum(hands) over (order by class_id) / sum(hands) over () as top_percent
    from rungs
    order by rung
)

select * from ladder
