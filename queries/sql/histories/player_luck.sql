-- title: The luck of players whose betting was over before the river, and results without it
-- one row per: player, of a site and a kind of money: USD, play money, tournament chips
-- source: seats.luck, or as in all_in_luck; the error is that of a sum whose mean is 0
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

all_ins as (
    select * from all_ins
    where hand_id in (select hands.hand_id from hands)
),

seats as (
    select * from seats
),

pots as (
    select distinct
        hand_id,
        pot,
        game,
        holes,
        board,
        dead || folded as dead
    from all_ins
    where $folded = 'out'
),

equities as (
    select
        hand_id,
        pot,
        equities(holes, board, dead, game_rule(game)) as equities
    from pots
),

luck as (
    select
        all_ins.hand_id,
        all_ins.seat,
        sum(all_ins.won) - sum(all_ins.paid * equities.equities[all_ins.place]) as luck
    from all_ins
    inner join equities on all_ins.hand_id = equities.hand_id and all_ins.pot = equities.pot
    group by all_ins.hand_id, all_ins.seat
),

results as (
    select
        hands.site,
        money_of(hands.currency, hands.tournament) as played_for,
        seats.player,
        if($folded = 'in', seats.luck, luck.luck + cast(seats.cashout as double)) as luck,
        if($folded = 'in', seats.luck, luck.luck + cast(seats.cashout as double))
        / cast(hands.big_blind as double) as luck_bb,
        cast(seats.net as double) / cast(hands.big_blind as double) as net_bb
    from seats
    inner join hands on seats.hand_id = hands.hand_id
    left join luck on seats.hand_id = luck.hand_id and seats.seat = luck.seat
    where $player in ('*', seats.player)
),

players as (
    select
        player,
        site,
        played_for,
        count(*) as hands,
        count(luck) as all_ins,
        -- chips of one tournament are not those of another
        if(played_for <> 'tournament chips', coalesce(sum(luck), 0), null) as luck,
        if(played_for <> 'tournament chips', sqrt(sum(luck * luck)), null) as luck_standard_error,
        coalesce(sum(luck_bb), 0) as luck_bb,
        sqrt(sum(luck_bb * luck_bb)) as luck_bb_standard_error,
        100 * avg(net_bb) as bb_100,
        100 * stddev_samp(net_bb) / sqrt(count(*)) as bb_100_standard_error,
        100 * avg(net_bb - coalesce(luck_bb, 0)) as adjusted_bb_100,
        100 * stddev_samp(net_bb - coalesce(luck_bb, 0)) / sqrt(count(*)) as adjusted_standard_error
    from results
    group by player, site, played_for
    order by luck_bb desc, player asc, site asc, played_for asc
)

select * from players
