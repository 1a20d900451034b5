-- title: What players won, and how they played
-- one row per: player, of a site and a kind of money: USD, play money, tournament chips
-- source: seats and decisions; percentages are of hands where it could happen; no net of chips
-- parameter: player text = * among seats.player -- name of the player; * is everybody
-- parameter: least_hands integer = 1 of 1..1000000000 -- players of fewer hands are left out
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

decisions as (
    select * from decisions
    where street = 'preflop'
),

preflop as (
    select
        hand_id,
        seat,
        bool_or(action in ('call', 'bet', 'raise')) as put_in,
        bool_or(action in ('bet', 'raise')) as raised
    from decisions
    group by hand_id, seat
),

played as (
    select
        seats.player,
        hands.site,
        money_of(hands.currency, hands.tournament) as played_for,
        seats.net,
        cast(seats.net as double) / cast(hands.big_blind as double) as net_bb,
        preflop.put_in,
        preflop.raised,
        hands.board is not null and coalesce(seats.folded, '') <> 'preflop' as saw_flop,
        hands.showdown and seats.folded is null as showed_down,
        seats.collected > 0 as collected
    from seats
    inner join hands on seats.hand_id = hands.hand_id
    left join preflop on seats.hand_id = preflop.hand_id and seats.seat = preflop.seat
    where $player in ('*', seats.player)
),

players as (
    select
        player,
        site,
        played_for,
        count(*) as hands,
        -- chips of one tournament are not those of another
        if(played_for <> 'tournament chips', cast(sum(net) as double), null) as net,
        100 * avg(net_bb) as bb_100,
        100 * stddev_samp(net_bb) / sqrt(count(*)) as standard_error,
        -- a big blind to whom all fold has no decision, and is left out
        100 * avg(cast(put_in as int)) as vpip,
        100 * avg(cast(raised as int)) as pfr,
        100 * avg(cast(showed_down as int)) filter (saw_flop) as went_to_showdown,
        100 * avg(cast(collected as int)) filter (showed_down) as won_at_showdown
    from played
    group by player, site, played_for
    having count(*) >= $least_hands
    order by bb_100 desc, player asc, site asc, played_for asc
)

select * from players
