-- title: What a player had won after each hand, and with his all-ins at their equity
-- one row per: hand that he was dealt in, in the order of play
-- source: seats.luck, or all_ins; sums are of one money, and of big blinds; chips of one tournament
-- parameter: player text among seats.player -- name of the player
-- parameter: since day = any -- the first day, such as 2019-07-11; any is from the beginning
-- parameter: until day = any -- the last day; any is to the end
-- parameter: big_blind number = 0 of 0..1000000000000 -- of the stakes; 0 is any
-- parameter: folded text = in of in, out -- whether known cards of those who folded may still come
-- parameter: kind text = cash of cash, tournaments -- cash games, with those of play money, or not
-- parameter: game game = any -- such as omaha, PLO5 or omaha hi-lo; any is all of them
with

hands as (
    select * from hands
    where
        $big_blind in (0, cast(big_blind as double))
        and ($since = 'any' or played >= try_cast($since as date))
        and ($until = 'any' or played < try_cast($until as date) + 1)
        and $game in ('any', game_rule(game))
        and (tournament is not null) = ($kind = 'tournaments')
),

seats as (
    select * from seats
    where player = $player and hand_id in (select hands.hand_id from hands)
),

all_ins as (
    select all_ins.* from all_ins
    where all_ins.hand_id in (select seats.hand_id from seats)
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
        hands.hand_id,
        hands.number,
        hands.played,
        hands.played_utc,
        hands.site,
        hands.tournament,
        money_of(hands.currency, hands.tournament) as played_for,
        cast(seats.net as double) as net,
        coalesce(
            if($folded = 'in', seats.luck, luck.luck + cast(seats.cashout as double)), 0
        ) as luck,
        cast(hands.big_blind as double) as big_blind
    from seats
    inner join hands on seats.hand_id = hands.hand_id
    left join luck on seats.hand_id = luck.hand_id and seats.seat = luck.seat
),

winnings as (
    select
        row_number() over in_order as hand,
        *,
        sum(net) over of_money as won,
        sum(net - luck) over of_money as expected,
        sum(net / big_blind) over in_order as won_bb,
        sum((net - luck) / big_blind) over in_order as expected_bb
    from results
    window
        in_order as (
            order by coalesce(played_utc, played) asc nulls last, hand_id asc
            rows between unbounded preceding and current row
        ),

        of_money as (
            -- play money of one site is not that of another
            partition by
                played_for,
                tournament,
                if(played_for in ('play money', 'tournament chips'), site, '')
            order by coalesce(played_utc, played) asc nulls last, hand_id asc
            rows between unbounded preceding and current row
        )
    order by hand asc
)

select * from winnings
