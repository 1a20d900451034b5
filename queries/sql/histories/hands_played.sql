-- title: How many hands players have, and at which stakes
-- one row per: player, site, game, money and blinds
-- source: seats and hands; money is a currency, play money or tournament chips
-- parameter: player text = * among seats.player -- name of the player; * is everybody
with

hands as (
    select * from hands
),

seats as (
    select * from seats
    where $player in ('*', player)
),

players as (
    select
        seats.player,
        hands.site,
        hands.game,
        money_of(hands.currency, hands.tournament) as played_for,
        cast(hands.small_blind as double) as small_blind,
        cast(hands.big_blind as double) as big_blind,
        count(*) as hands,
        cast(min(hands.played) as date) as first_day,
        cast(max(hands.played) as date) as last_day
    from seats
    inner join hands on seats.hand_id = hands.hand_id
    group by all
    order by hands desc, seats.player asc, hands.game asc, big_blind asc, played_for asc
)

select * from players
