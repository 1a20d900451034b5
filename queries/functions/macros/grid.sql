-- title: The 13 x 13 grid of a table or query that has the columns hand and value
-- returns: TABLE
-- example: with mine as (select hand, equity as value from hand_equities) from grid('mine')
create macro grid(cells) as table
    -- noqa: disable=RF04,RF06
    with

    ranks as (
        select
            unnest(range(1, 14)) as row,
            unnest(string_split('A K Q J T 9 8 7 6 5 4 3 2', ' ')) as rank
    ),

    cells as (
        select
            hand,
            value,
            strpos('AKQJT98765432', hand[1]) as high,
            strpos('AKQJT98765432', hand[2]) as low,
            hand[3:] as kind
        from query_table(cells)
        where hand is not null
    ),

    placed as (
        select
            case
                when
                    not regexp_full_match(hand, '[2-9TJQKA]{2}[so]?')
                    or (high = low) <> (kind = '')
                    or high > low
                    then error('''' || hand || ''' is not one of the 169 hands')
                when kind = 'o' then low
                else high
            end as row,
            if(kind = 'o', high, low) as col,
            case
                when count(*) over (partition by hand) = 1 then value
                else error('''' || hand || ''' is there more than once; group by hand')
            end as value
        from cells
    ),

    grid as (
        select
            ranks.rank,
            any_value(placed.value) filter (where placed.col = 1) as "A",
            any_value(placed.value) filter (where placed.col = 2) as "K",
            any_value(placed.value) filter (where placed.col = 3) as "Q",
            any_value(placed.value) filter (where placed.col = 4) as "J",
            any_value(placed.value) filter (where placed.col = 5) as "T",
            any_value(placed.value) filter (where placed.col = 6) as "9",
            any_value(placed.value) filter (where placed.col = 7) as "8",
            any_value(placed.value) filter (where placed.col = 8) as "7",
            any_value(placed.value) filter (where placed.col = 9) as "6",
            any_value(placed.value) filter (where placed.col = 10) as "5",
            any_value(placed.value) filter (where placed.col = 11) as "4",
            any_value(placed.value) filter (where placed.col = 12) as "3",
            any_value(placed.value) filter (where placed.col = 13) as "2"
        from ranks
        left join placed on ranks.row = placed.row
        group by ranks.row, ranks.rank
        order by ranks.row
    )

    select * from grid;
