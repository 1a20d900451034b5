-- title: What players decided: all actions but posts, and what they faced
-- one row per: decision
-- source: actions and seats
with

actions as (
    select * from actions
),

seats as (
    select * from seats
),

hands as (
    select * from hands
),

faced as (
    select
        *,
        count(*) filter (action = 'fold') over earlier as folds,
        count(*) filter (action in ('bet', 'raise')) over earlier_on_street as raises,
        count(*) filter (action = 'call') over earlier_on_street as calls
    from actions
    window
        earlier as (
            partition by hand_id
            order by number
            rows between unbounded preceding and 1 preceding
        ),
        earlier_on_street as (
            partition by hand_id, street
            order by number
            rows between unbounded preceding and 1 preceding
        )
),

decisions as (
    select
        faced.hand_id,
        faced.number,
        faced.street,
        faced.seat,
        faced.player,
        seats.position,
        seats.hole,
        seats.hand,
        faced.board,
        faced.action,
        faced.amount,
        faced.to_call,
        faced.pot,
        faced.raises,
        faced.calls,
        hands.seats - faced.folds - 1 as opponents,
        hands.game
    from faced
    inner join seats on faced.hand_id = seats.hand_id and faced.seat = seats.seat
    inner join hands on faced.hand_id = hands.hand_id
    where faced.action in ('fold', 'check', 'call', 'bet', 'raise')
)

select * from decisions
