-- title: Deals of a spot as rows: so many at random, or all that there are
-- returns: TABLE
-- example: from deals(['AhKh', 'QQ+'], board := 'Qh2h3d', deals := 2)
create macro deals(hands, board := '', dead := '', game := 'holdem', deals := 0, seed := 1) as table
    with

    pieces as (
        select unnest(deal_pieces(hands, board, dead, game, deals, seed)) as piece
    ),

    parts as (
        select unnest(range(2048 * piece, 2048 * piece + 2048)) as part from pieces
    ),

    rows_of_parts as (
        select unnest(deals(hands, board, dead, game, deals, seed, part), recursive := true)
        from parts
    ),

    dealt as (
        select
            deal,
            weight,
            hero,
            villain,
            case when villain is null then [hero] else [hero, villain] || others end as holes,
            cards[:6] as flop,
            cards[7:8] as turn,
            cards[9:] as river,
            cards as board
        from rows_of_parts
    )

    select * from dealt;
