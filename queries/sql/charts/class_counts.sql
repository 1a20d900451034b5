-- title: How many hands of five, six and seven cards are of each class
-- one row per: class
-- source: the table classes
with

counts as (
    select
        class_id,
        category,
        count5,
        count6,
        count7
    from classes
    order by class_id
)

select * from counts
