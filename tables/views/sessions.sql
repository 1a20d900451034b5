-- title: When players played: hand after hand, with breaks of up to half an hour
-- one row per: player in a hand whose time is known
-- source: seats and hands, by the clock of the site
with

hands as (
    select
        hand_id,
        site,
        coalesce(table_name, tournament) as place,
        hero,
        coalesce(played_utc, played) as moment
    from hands
    where coalesce(played_utc, played) is not null
),

seats as (
    select * from seats
),

persons as (
    -- as numbers, which sort faster than names: among a million, two collide with odds of 3 in 10^8
    select
        seats.hand_id,
        seats.seat,
        hands.moment,
        hash(
            hands.site,
            name_at_site(
                hands.site, seats.player, hands.place, hands.hand_id, seats.seat, hands.hero
            )
        ) as person
    from seats
    inner join hands on seats.hand_id = hands.hand_id
),

played as (
    select
        hand_id,
        seat,
        person,
        moment,
        epoch(lead(moment) over in_order - moment) as until_next,
        epoch(moment - lag(moment) over in_order) as since_last
    from persons
    window in_order as (
        partition by person
        order by moment, hand_id
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
        partition by person
        order by moment, hand_id
        rows between unbounded preceding and current row
    )
)

select * from sessions
