-- title: The holes of a range with their weights, without those that have a dead card
create macro range_holes(range, dead := '') as table
    with

    holes as (
        select unnest(range_holes(range, dead), recursive := true)
    )

    select * from holes;
