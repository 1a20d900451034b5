-- title: What luck was worth at the last tables of tournaments, in prizes by ICM
-- one row per: player at such a table, in a hand whose betting was over before the river
-- source: all_ins, seats and tournaments: where all places and prizes are known, and none is away
-- all who play later were dealt in
-- parameter: player text = * among seats.player -- name of the player; * is everybody
with

entries as (
    select
        site,
        tournament,
        player,
        min(place) as place,
        cast(arg_min(prize, place) as double) as prize,
        any_value(prize_currency) as currency
    from tournaments
    where place is not null
    group by site, tournament, player
),

last_hands as (
    select
        hands.site,
        hands.tournament,
        seats.player,
        max(coalesce(hands.played_utc, hands.played)) as moment
    from seats
    inner join hands on seats.hand_id = hands.hand_id
    where hands.tournament is not null
    group by hands.site, hands.tournament, seats.player
),

hands as (
    select * from hands
    where
        tournament is not null
        and board2 is null
        and showdown
        and over in ('preflop', 'flop', 'turn')
),

away as (
    -- hands of a tournament in which one who plays later was not dealt in
    select hands.hand_id
    from hands
    inner join last_hands
        on
            hands.site = last_hands.site
            and hands.tournament = last_hands.tournament
            and last_hands.moment > coalesce(hands.played_utc, hands.played)
    left join seats
        on
            hands.hand_id = seats.hand_id
            and last_hands.player = seats.player
    where seats.hand_id is null
),

players as (
    -- of hands in which all play who are left: their places are 1, 2, ... as many as they are
    select
        seats.hand_id,
        list(seats.seat order by seats.seat) as seats,
        list(
            {
                'stack': cast(seats.stack as double),
                'net': cast(seats.net as double),
                'hole': seats.hole
            }
            order by seats.seat
        ) as players,
        list(entries.prize order by entries.place) as prizes,
        any_value(entries.currency) as currency
    from seats
    inner join hands on seats.hand_id = hands.hand_id
    left join entries
        on
            hands.site = entries.site
            and hands.tournament = entries.tournament
            and seats.player = entries.player
    where seats.hand_id not in (select away.hand_id from away)
    group by seats.hand_id
    having
        count(entries.prize) = count(*)
        and count(distinct entries.place) = count(*)
        and max(entries.place) = count(*)
),

shares as (
    select
        all_ins.hand_id,
        all_ins.pot,
        all_ins.board,
        all_ins.paid,
        players.seats,
        list(all_ins.seat) as of_pot,
        list(cast(all_ins.won as double)) as won
    from all_ins
    inner join players on all_ins.hand_id = players.hand_id
    group by all
),

placed as (
    select
        *,
        list_transform(seats, lambda one: won[list_position(of_pot, one)]) as won_by_all
    from shares
),

pots as (
    select
        hand_id,
        any_value(board) as board,
        list(struct_pack(paid := cast(paid as double), won := won_by_all) order by pot) as pots
    from placed
    group by hand_id
),

known as (
    -- a pot with a hole that is not known has no equity, nor has the hand then
    select hand_id
    from showdowns
    group by hand_id
    having bool_and(hole is not null)
),

valued as (
    select
        players.hand_id,
        players.seats,
        players.currency,
        pots.board,
        all_in_prizes(
            players.players, pots.pots, players.prizes, pots.board, game_rule(hands.game)
        ) as found
    from players
    inner join pots on players.hand_id = pots.hand_id
    inner join known on players.hand_id = known.hand_id
    inner join hands on players.hand_id = hands.hand_id
),

by_player as (
    select
        hand_id,
        currency,
        board,
        len(seats) as players,
        unnest(seats) as seat,
        unnest(found) as found
    from valued
    where found is not null
),

luck as (
    select
        by_player.hand_id,
        hands.number,
        hands.site,
        hands.tournament,
        seats.player,
        by_player.players,
        hands.over as street,
        nullif(by_player.board, '') as board,
        seats.hole,
        seats.luck as chips,
        by_player.currency,
        by_player.found.expected,
        by_player.found.value,
        by_player.found.value - by_player.found.expected as luck,
        by_player.found.standard_deviation as standard_error
    from by_player
    inner join hands on by_player.hand_id = hands.hand_id
    inner join seats on by_player.hand_id = seats.hand_id and by_player.seat = seats.seat
    where $player in ('*', seats.player)
    order by by_player.hand_id asc, by_player.seat asc
)

select * from luck
