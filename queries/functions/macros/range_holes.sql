-- title: The holes of a range with their weights, without those that have a dead card
-- returns: TABLE
-- example: from range_holes('AKs,QhQd:0.5', dead := 'As')
create macro range_holes(range, dead := '') as table
    with

    holes as (
        select unnest(range_holes(range, dead), recursive := true)
    )

    select * from holes;
