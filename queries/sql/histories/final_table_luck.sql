-- title: What luck was worth at the last tables of tournaments, in prizes by ICM
-- one row per: player at such a table, in a hand whose betting was over before the river
-- source: showdowns, seats and tournaments, of games with a board
-- at the end come rows with a reason in left_out
-- they say how many other hands, of how many tournaments, are left out for it
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
    select
        *,
        substr(coalesce(board, ''), 1, case over when 'flop' then 6 when 'turn' then 8 else 0 end)
            as seen
    from hands
    where
        tournament is not null
        and showdown
        and over in ('preflop', 'flop', 'turn')
),

away as (
    -- hands of a tournament in which a later player was not dealt in
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
    -- hands in which all remaining players are dealt in: their places are 1, 2, ..., as many as
    -- they are
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

known as (
    -- a pot with an unknown hole has no equity, and then neither has the hand
    select hand_id
    from showdowns
    group by hand_id
    having bool_and(hole is not null)
),

whole as (
    select players.*
    from players
    inner join known on players.hand_id = known.hand_id
    inner join hands on players.hand_id = hands.hand_id
    where hands.board2 is null
),

shares as (
    select
        showdowns.hand_id,
        showdowns.pot,
        whole.seats,
        list(showdowns.seat) as of_pot,
        list(cast(showdowns.won as double)) as won
    from showdowns
    inner join whole on showdowns.hand_id = whole.hand_id
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
        list(struct_pack(paid := list_sum(won), won := won_by_all) order by pot) as pots
    from placed
    group by hand_id
),

valued as (
    select
        whole.hand_id,
        whole.seats,
        whole.currency,
        all_in_prizes(
            whole.players, pots.pots, whole.prizes, hands.seen, game_rule(hands.game)
        ) as found
    from whole
    inner join pots on whole.hand_id = pots.hand_id
    inner join hands on whole.hand_id = hands.hand_id
),

by_player as (
    select
        hand_id,
        currency,
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
        nullif(hands.seen, '') as board,
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
),

judged as (
    select
        hands.hand_id,
        hands.site,
        hands.tournament,
        case
            when hands.hand_id in (select away.hand_id from away)
                then 'one who plays later was not dealt in'
            when players.hand_id is null then 'a place or prize of theirs is not known'
            when hands.board2 is not null then 'the board was dealt more than once'
            when known.hand_id is null then 'a hole is not known'
            when valued.found is null then 'a worse place has a higher prize'
        end as left_out
    from hands
    left join players on hands.hand_id = players.hand_id
    left join known on hands.hand_id = known.hand_id
    left join valued on hands.hand_id = valued.hand_id
    where
        hands.hand_id in (
            select seats.hand_id from seats
            where $player in ('*', seats.player)
        )
),

reasons as (
    select
        left_out,
        count(*) as hands,
        count(distinct concat(tournament, ' at ', site)) as tournaments
    from judged
    where left_out is not null
    group by left_out
    order by left_out asc
)

select * from luck -- noqa: AM07
union all by name
select * from reasons
