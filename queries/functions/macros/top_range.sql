-- title: The holes of the best share of all hands by a ranking of the lake
-- returns: TABLE
-- example: from top_range(0.02, 'income 6')
create macro top_range(share, ranking := 'equity', dead := '') as table
    with

    holes as (
        select unnest(range_holes(top_range(share, ranking), dead), recursive := true)
    )

    select * from holes;
