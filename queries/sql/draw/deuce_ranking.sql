-- title: Hands of deuce to seven by category and highest card, the best first
-- one row per: hands of no pair with the same highest card, and each other category
-- source: deuce_hands, exact; the top percent counts the hands of the row
with

hands as (
    select * from deuce_hands
),

named as (
    select
        class_id,
        count5 as hands,
        case category
            when 1 then split_part(split_part(name, ', ', 2), '-', 1) || ' high'
            when 9 then 'straight flush'
            else split_part(name, ',', 1)
        end as name
    from hands
),

rungs as (
    select
        name,
        count(*) as classes,
        min(class_id) as best_class_id,
        cast(sum(hands) as bigint) as hands
    from named
    group by name
),

ranking as (
    select
        row_number() over (order by best_class_id) as rank,
        name,
        classes,
        hands,
        100e0 * hands / sum(hands) over () as percent,
        100e0 * sum(hands) over (order by best_class_id) / sum(hands) over () as top_percent
    from rungs
    order by rank
)

select * from ranking
