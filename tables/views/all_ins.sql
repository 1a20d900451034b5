-- title: Pots that the cards decided after the betting was over, before the river
-- one row per: player's share in such a pot
-- source: showdowns, and seats, of hands whose last action is before the river
with

hands as (
    select
        *,
        substr(coalesce(board, ''), 1, case over when 'flop' then 6 when 'turn' then 8 else 0 end)
            as seen
    from hands
    where showdown and over in ('preflop', 'flop', 'turn')
),

-- of a pot whose board was dealt more than once, what all of the boards gave
shares as (
    select
        hand_id,
        pot,
        seat,
        any_value(player) as player,
        any_value(hole) as hole,
        sum(won) as won
    from showdowns
    -- where both boards lay there already, equity is of two boards
    where
        hand_id in (
            select hands.hand_id from hands
            where starts_with(coalesce(hands.board2, hands.board), hands.seen)
        )
    group by hand_id, pot, seat
),

pots as (
    select
        hand_id,
        pot,
        list(seat order by seat) as seats,
        list(hole order by seat) as holes,
        sum(won) as paid,
        count(*) = count(hole) as known
    from shares
    group by hand_id, pot
),

-- whoever is in a side pot is in the main pot too
beside as (
    select
        pots.*,
        main_pots.holes as main_holes
    from pots
    inner join pots as main_pots on pots.hand_id = main_pots.hand_id
    where pots.known and main_pots.pot = 0
),

known_pots as (
    select
        *,
        array_to_string(
            list_filter(main_holes, lambda hole: not list_contains(holes, hole)), ''
        ) as dead
    from beside
),

folded as (
    select
        hand_id,
        string_agg(hole, '' order by seat) as cards
    from seats
    where
        folded is not null
        and hole is not null
        and hand_id in (select hands.hand_id from hands)
    group by hand_id
),

all_ins as (
    select
        shares.hand_id,
        shares.pot,
        shares.seat,
        shares.player,
        hands.over as street,
        hands.seen as board,
        shares.hole,
        pots.holes,
        cast(list_position(pots.seats, shares.seat) as bigint) as place,
        pots.dead,
        coalesce(folded.cards, '') as folded,
        cast(pots.paid as decimal(18, 4)) as paid,
        cast(shares.won as decimal(18, 4)) as won,
        hands.game
    from shares
    inner join hands on shares.hand_id = hands.hand_id
    inner join known_pots as pots on shares.hand_id = pots.hand_id and shares.pot = pots.pot
    left join folded on shares.hand_id = folded.hand_id
)

select * from all_ins
