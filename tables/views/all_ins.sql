-- title: Pots that the cards decided after the betting was over, before the river
-- one row per: player's share in such a pot
-- source: showdowns, seats, and last actions: where one is not on the river, nobody could act there
with

-- of a pot whose board was dealt more than once, what all of the boards gave
showdowns as (
    select
        hand_id,
        pot,
        seat,
        player,
        hole,
        sum(won) as won
    from showdowns
    group by hand_id, pot, seat, player, hole
),

actions as (
    select * from actions
),

hands as (
    select * from hands
),

folded as (
    select
        hand_id,
        string_agg(hole, '' order by seat) as cards
    from seats
    where folded is not null and hole is not null
    group by hand_id
),

last_actions as (
    select
        hand_id,
        arg_max(street, number) as street,
        arg_max(coalesce(board, ''), number) as board
    from actions
    group by hand_id
),

hole_cards as (
    select distinct
        hand_id,
        seat,
        hole
    from showdowns
),

pots as (
    select
        hand_id,
        pot,
        list(seat order by seat) as seats,
        list(hole order by seat) as holes,
        sum(won) as paid
    from showdowns
    group by hand_id, pot
    having count(*) > 1 and count(*) = count(hole)
),

others as (
    select
        pots.hand_id,
        pots.pot,
        coalesce(string_agg(hole_cards.hole, '' order by hole_cards.seat), '') as dead
    from pots
    left join hole_cards
        on
            pots.hand_id = hole_cards.hand_id
            and not list_contains(pots.seats, hole_cards.seat)
    group by pots.hand_id, pots.pot
),

all_ins as (
    select
        showdowns.hand_id,
        showdowns.pot,
        showdowns.seat,
        showdowns.player,
        last_actions.street,
        last_actions.board,
        showdowns.hole,
        pots.holes,
        cast(list_position(pots.seats, showdowns.seat) as bigint) as place,
        others.dead,
        coalesce(folded.cards, '') as folded,
        cast(pots.paid as decimal(18, 4)) as paid,
        cast(showdowns.won as decimal(18, 4)) as won,
        hands.game
    from showdowns
    inner join hands on showdowns.hand_id = hands.hand_id
    inner join pots on showdowns.hand_id = pots.hand_id and showdowns.pot = pots.pot
    inner join others on showdowns.hand_id = others.hand_id and showdowns.pot = others.pot
    inner join last_actions on showdowns.hand_id = last_actions.hand_id
    left join folded on showdowns.hand_id = folded.hand_id
    where
        last_actions.street <> 'river'
        -- where both boards lay there already, equity is of two boards
        and starts_with(coalesce(hands.board2, last_actions.board), last_actions.board)
)

select * from all_ins
