-- title: How often players take each action after the flop, by what they face
-- one row per: street, position (side), what is faced, and action
-- source: decisions on streets that two players began; bets are in percent of the pot before them
-- parameter: player text = * among seats.player -- name of the player; * is everybody
-- parameter: without text = * among seats.player -- who is left out, such as you; * is nobody
-- parameter: street text = any of any, flop, turn, river -- on which street
-- parameter: since day = any -- the first day, such as 2019-07-11; any is from the beginning
-- parameter: until day = any -- the last day; any is to the end
-- parameter: big_blind number = 0 of 0..1000000000000 -- of the stakes; 0 is any
-- parameter: game game = hold'em -- such as omaha, PLO5 or omaha hi-lo; any is all of them
with

hands as (
    select * from hands
    where
        $big_blind in (0, cast(big_blind as double))
        and ($since = 'any' or played >= try_cast($since as date))
        and ($until = 'any' or played < try_cast($until as date) + 1)
        and $game in ('any', game_rule(game))
),

decisions as (
    select * from opportunities
    where
        hand_id in (select hands.hand_id from hands)
        and street <> 'preflop'
        and $street in ('any', street)
),

placed as (
    select
        *,
        -- the first to act on the street has the most opponents
        max(opponents) over so_far as most_opponents,
        if(seat = first_value(seat) over so_far, 'oop', 'ip') as side,
        lag(amount) over so_far as bet
    from decisions
    window so_far as (
        partition by hand_id, street
        order by number
        rows between unbounded preceding and current row
    )
),

sized as (
    select
        street,
        side,
        action,
        case
            when raises = 0 then 'nothing'
            when raises = 1 then 'bet'
            else 'raise'
        end as facing,
        case when raises = 1 then cast(100 * to_call as double) / cast(pot - bet as double) end
            as percent_of_pot
    from placed
    where
        most_opponents = 1
        and $player in ('*', player)
        and ($without = '*' or player <> $without)
),

faced as (
    select
        *,
        case
            when percent_of_pot < 40 then 0
            when percent_of_pot < 80 then 40
            when percent_of_pot < 125 then 80
            when percent_of_pot >= 125 then 125
        end as bet_from
    from sized
),

situations as (
    select
        street,
        side,
        facing,
        bet_from,
        unnest(if(facing = 'nothing', ['check', 'bet'], ['fold', 'call', 'raise'])) as action,
        count(*) as decisions
    from faced
    group by street, side, facing, bet_from
),

choices as (
    select
        street,
        side,
        facing,
        bet_from,
        action,
        count(*) as taken
    from faced
    group by all
),

habits as (
    select
        situations.street,
        situations.side,
        situations.facing,
        situations.bet_from,
        case situations.bet_from when 0 then 40 when 40 then 80 when 80 then 125 end as bet_below,
        situations.action,
        situations.decisions,
        coalesce(choices.taken, 0) as taken,
        100 * coalesce(choices.taken, 0) / situations.decisions as percent,
        -- as if decisions were independent
        100 * sqrt(
            (percent / 100) * (1 - percent / 100) / nullif(situations.decisions - 1, 0)
        ) as standard_error
    from situations
    left join choices
        on
            situations.street = choices.street
            and situations.side = choices.side
            and situations.facing = choices.facing
            and situations.bet_from is not distinct from choices.bet_from
            and situations.action = choices.action
    order by
        array_position(['flop', 'turn', 'river'], situations.street) asc,
        situations.side desc,
        array_position(['nothing', 'bet', 'raise'], situations.facing) asc,
        situations.bet_from asc,
        array_position(['check', 'bet', 'fold', 'call', 'raise'], situations.action) asc
)

select * from habits
