-- title: When players played: hand after hand, with breaks of up to half an hour
-- one row per: player in a hand whose time is known
-- source: seats and hands, by the clock of the site
with

hands as (
    select
        hand_id,
        coalesce(played_utc, played) as moment
    from hands
    where coalesce(played_utc, played) is not null
),

seats as (
    select * from seats
),

played as (
    select
        seats.hand_id,
        seats.seat,
        seats.player,
        hands.moment,
        epoch(lead(hands.moment) over in_order - hands.moment) as until_next,
        epoch(hands.moment - lag(hands.moment) over in_order) as since_last
    from seats
    inner join hands on seats.hand_id = hands.hand_id
    window in_order as (
        partition by seats.player
        order by hands.moment, seats.hand_id
    )
),

sessions as (
    select
        hand_id,
        seat,
        1 + count(*) filter (since_last > 1800) over so_far as session_number,
        if(until_next <= 1800, until_next, 0) as seconds
    from played
    window so_far as (
        partition by player
        order by moment, hand_id
        rows between unbounded preceding and current row
    )
)

select * from sessions
