-- title: The 13 x 13 grid of a table or query that has the columns hand and value
create macro grid(cells) as table
    -- noqa: disable=RF04,RF06
    with

    cells as (
        select
            hand,
            case
                when count(*) = 1 then any_value(value)
                else error('grid has ' || hand || ' ' || count(*) || ' times')
            end as value
        from query_table(cells)
        where hand is not null
        group by hand
    ),

    places as (
        select unnest(range(13)) as place
    ),

    ranks as (
        select
            place,
            'AKQJT98765432'[place + 1] as rank
        from places
    ),

    hands as (
        select
            high.place as row,
            low.place as col,
            case
                when high.place = low.place then high.rank || low.rank
                when high.place < low.place then high.rank || low.rank || 's'
                else low.rank || high.rank || 'o'
            end as hand
        from ranks as high cross join ranks as low
    ),

    placed as (
        select
            coalesce(hands.row, error(cells.hand || ' is not one of the 169 hands')) as row,
            hands.col,
            cells.value
        from cells
        left join hands on cells.hand = hands.hand
    ),

    grid as (
        select
            ranks.rank,
            any_value(placed.value) filter (where placed.col = 0) as "A",
            any_value(placed.value) filter (where placed.col = 1) as "K",
            any_value(placed.value) filter (where placed.col = 2) as "Q",
            any_value(placed.value) filter (where placed.col = 3) as "J",
            any_value(placed.value) filter (where placed.col = 4) as "T",
            any_value(placed.value) filter (where placed.col = 5) as "9",
            any_value(placed.value) filter (where placed.col = 6) as "8",
            any_value(placed.value) filter (where placed.col = 7) as "7",
            any_value(placed.value) filter (where placed.col = 8) as "6",
            any_value(placed.value) filter (where placed.col = 9) as "5",
            any_value(placed.value) filter (where placed.col = 10) as "4",
            any_value(placed.value) filter (where placed.col = 11) as "3",
            any_value(placed.value) filter (where placed.col = 12) as "2"
        from ranks
        left join placed on ranks.place = placed.row
        group by ranks.place, ranks.rank
        order by ranks.place
    )

    select * from grid;
