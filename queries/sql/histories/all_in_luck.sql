-- title: What players won when the betting was over before the river, against their equity then
-- one row per: player in a hand that went to a showdown in this way
-- source: seats.luck (no stud, no draw) and showdowns, of known holes; won is with any cash-out
-- due is his equity of them then, after rake
-- parameter: player text = * among seats.player -- name of the player; * is everybody
-- parameter: since day = any -- the first day, such as 2019-07-11; any is from the beginning
-- parameter: until day = any -- the last day; any is to the end
-- parameter: big_blind number = 0 of 0..1000000000000 -- of the stakes; 0 is any
-- parameter: game game = any -- such as omaha, PLO5 or omaha hi-lo; any is all of them
with

hands as (
    select
        *,
        case over when 'flop' then 6 when 'turn' then 8 else 0 end as letters
    from hands
    where
        $big_blind in (0, cast(big_blind as double))
        and ($since = 'any' or played >= try_cast($since as date))
        and ($until = 'any' or played < try_cast($until as date) + 1)
        and $game in ('any', game_rule(game))
),

seats as (
    select * from seats
    where luck is not null
),

shares as (
    -- if the board of a pot was dealt more than once, the sum over all boards
    select
        hand_id,
        pot,
        seat,
        bool_and(hole is not null) as known,
        sum(won) as won
    from showdowns
    where hand_id in (select seats.hand_id from seats)
    group by hand_id, pot, seat
),

pots as (
    select
        hand_id,
        pot,
        sum(won) as paid
    from shares
    group by hand_id, pot
    having bool_and(known)
),

of_players as (
    select
        shares.hand_id,
        shares.seat,
        cast(sum(pots.paid) as double) as pot,
        sum(shares.won) as won
    from shares
    inner join pots on shares.hand_id = pots.hand_id and shares.pot = pots.pot
    group by shares.hand_id, shares.seat
),

luck as (
    select
        seats.hand_id,
        hands.number,
        seats.player,
        hands.over as street,
        nullif(substr(coalesce(hands.board, ''), 1, hands.letters), '') as board,
        seats.hole,
        of_players.pot,
        (cast(of_players.won + seats.cashout as double) - seats.luck)
        / nullif(of_players.pot, 0) as equity,
        cast(of_players.won + seats.cashout as double) - seats.luck as due,
        cast(of_players.won + seats.cashout as double) as won,
        seats.luck,
        seats.luck / cast(hands.big_blind as double) as luck_bb,
        money_of(hands.currency, hands.tournament) as played_for
    from seats
    inner join of_players on seats.hand_id = of_players.hand_id and seats.seat = of_players.seat
    inner join hands on seats.hand_id = hands.hand_id
    where $player in ('*', seats.player)
    order by seats.hand_id asc, seats.seat asc
)

select * from luck
