-- title: What players won when the betting was over before the river, against their equity then
-- one row per: player in a hand that went to a showdown in this way
-- source: all_ins; of each pot, after rake, he is due his equity then; won is with any cash-out
-- parameter: player text = * among seats.player -- name of the player; * is everybody
-- parameter: folded text = in of in, out -- whether known cards of those who folded may still come
-- parameter: since day = any -- the first day, such as 2019-07-11; any is from the beginning
-- parameter: until day = any -- the last day; any is to the end
-- parameter: big_blind number = 0 of 0..1000000000000 -- of the stakes; 0 is any
-- parameter: game game = any -- such as omaha, PLO5 or omaha hi-lo; any is all of them
with

hands as (
    select * from hands
    where
        $big_blind in (0, cast(big_blind as double))
        and ($since = 'any' or played >= try_cast($since as date))
        and ($until = 'any' or played < try_cast($until as date) + 1)
        and $game in ('any', game_rule(game))
),

seats as (
    select * from seats
),

all_ins as (
    select * from all_ins
    where hand_id in (select hands.hand_id from hands)
),

pots as (
    select distinct
        hand_id,
        pot,
        game,
        holes,
        board,
        dead || if($folded = 'out', folded, '') as dead
    from all_ins
),

equities as (
    select
        hand_id,
        pot,
        equities(holes, board, dead, game_rule(game)) as equities
    from pots
),

shares as (
    select
        all_ins.hand_id,
        all_ins.seat,
        all_ins.player,
        all_ins.street,
        all_ins.board,
        all_ins.hole,
        sum(all_ins.paid) as pot,
        sum(all_ins.paid * equities.equities[all_ins.place]) as due,
        sum(all_ins.won) as won
    from all_ins
    inner join equities on all_ins.hand_id = equities.hand_id and all_ins.pot = equities.pot
    group by all
),

luck as (
    select
        shares.hand_id,
        hands.number,
        shares.player,
        shares.street,
        nullif(shares.board, '') as board,
        shares.hole,
        cast(shares.pot as double) as pot,
        shares.due / cast(shares.pot as double) as equity,
        shares.due,
        cast(shares.won + seats.cashout as double) as won,
        cast(shares.won + seats.cashout as double) - shares.due as luck,
        (cast(shares.won + seats.cashout as double) - shares.due)
        / cast(hands.big_blind as double) as luck_bb,
        money_of(hands.currency, hands.tournament) as played_for
    from shares
    inner join hands on shares.hand_id = hands.hand_id
    inner join seats on shares.hand_id = seats.hand_id and shares.seat = seats.seat
    where $player in ('*', shares.player)
    order by shares.hand_id asc, shares.seat asc
)

select * from luck
