-- title: How strong each known hole was at each decision of hold'em
-- one row per: decision of a player whose hole is known
-- source: decisions, and the strength of the hole on the board of that moment; no other games
-- parameter: player text = * among seats.player -- name of the player; * is everybody
-- parameter: street text = any of any, preflop, flop, turn, river -- on which street
-- parameter: opponents integer = 1 of 1..9 -- number of opponents, for hs and ehs
-- parameter: since day = any -- the first day, such as 2019-07-11; any is from the beginning
-- parameter: until day = any -- the last day; any is to the end
-- parameter: big_blind number = 0 of 0..1000000000000 -- of the stakes; 0 is any
with

hands as (
    select * from hands
    where
        $big_blind in (0, cast(big_blind as double))
        and ($since = 'any' or played >= try_cast($since as date))
        and ($until = 'any' or played < try_cast($until as date) + 1)
        and game_rule(game) = 'hold''em'
),

decisions as (
    select * from opportunities
    where
        hand_id in (select hands.hand_id from hands)
        and street is not null
        and hole is not null
        and $player in ('*', player)
        and $street in ('any', street)
),

spots as (
    select distinct
        hole,
        coalesce(board, '') as board
    from decisions
),

strengths as (
    select
        hole,
        board,
        strength(hole, board, $opponents) as found
    from spots
),

told as (
    select
        decisions.hand_id,
        hands.number,
        decisions.number as action_number,
        decisions.street,
        decisions.player,
        decisions.position,
        decisions.hole,
        decisions.board,
        decisions.action,
        cast(decisions.amount as double) as amount,
        cast(decisions.to_call as double) as to_call,
        cast(decisions.pot as double) as pot,
        decisions.opponents,
        strengths.found.hs,
        strengths.found.ehs,
        strengths.found.equity,
        strengths.found.hole_percentile
    from decisions
    inner join hands on decisions.hand_id = hands.hand_id
    inner join strengths
        on
            decisions.hole = strengths.hole
            and coalesce(decisions.board, '') = strengths.board
    order by decisions.hand_id asc, decisions.number asc
)

select * from told
