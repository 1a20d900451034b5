-- title: Equity, wins, ties and losses of a range against another
-- returns: TABLE
-- example: from range_vs_range('AKs', 'QQ+', board := 'Qh2h3d')
create macro range_vs_range(hero, villain, board := '', dead := '') as table
    with

    shares as (
        select unnest(range_vs_range(hero, villain, board, dead))
    )

    select * from shares;
