-- title: How to play a small game as it was learned: plans for each card, and how often each
-- one row per: player, what he faces, card, and plan for now and for a raise that may come
-- source: strategies of akq, akq-check-first and kuhn; a plan's probability is that of both choices
-- parameter: run integer = 0 of 0..4294967295 -- its number; 0 is the latest of such a game
-- parameter: checkpoint integer = 0 of 0..9007199254740992 -- games played by then; 0 is all
-- parameter: least_percent number = 2 of 0..100 -- plans that are followed less often are left out
-- parameter: within_percent number = 2 of 0..12 -- how far 1/2, 1/3, 2/3 .. in play may be off
with

runs as (
    select * from learning_runs
),

strategies as (
    select * from strategies
),

chosen as (
    select max(run) as run
    from runs
    where game in ('akq', 'akq-check-first', 'kuhn') and $run in (0, run)
),

moves as (
    select
        strategies.checkpoint,
        strategies.player,
        case strategies.state[1]
            when 'J' then 'jack' when 'Q' then 'queen' when 'K' then 'king' else 'ace'
        end as card,
        strategies.state[2:] as history,
        strategies.choice,
        strategies.probability,
        strategies.state like '%r' as bet,
        list_position(['f', 'c', 'r'], strategies.choice) as place
    from strategies
    inner join chosen on strategies.run = chosen.run
    where $checkpoint = 0 or strategies.checkpoint <= $checkpoint
    qualify strategies.checkpoint = max(strategies.checkpoint) over ()
),

plans as (
    select
        firsts.player,
        firsts.card,
        firsts.history,
        case
            when firsts.choice = 'f' then 'fold'
            when firsts.choice = 'c' then if(firsts.bet, 'call', 'check')
            else if(firsts.bet, 'raise', 'bet')
        end
        || case thens.choice
            when 'f' then '+fold'
            when 'c' then '+call'
            when 'r' then '+raise'
            else ''
        end as plan,
        firsts.probability * coalesce(thens.probability, 1) as probability,
        [firsts.place, thens.place] as place
    from moves as firsts
    left join moves as thens
        on
            firsts.player = thens.player
            and firsts.card = thens.card
            and firsts.history || firsts.choice || 'r' = thens.history
    where firsts.history in ('', 'c', 'r')
),

parts as (
    select
        unnest([1 / 4, 1 / 3, 1 / 2, 2 / 3, 3 / 4, 1]) as part,
        unnest([' 1/4', ' 1/3', ' 1/2', ' 2/3', ' 3/4', '']) as fraction
),

written as (
    select
        plans.player,
        plans.card,
        plans.history,
        plans.plan,
        plans.probability,
        plans.place,
        plans.plan
        || case
            when 100 * min(abs(plans.probability - parts.part)) <= $within_percent
                then arg_min(parts.fraction, abs(plans.probability - parts.part))
            else printf(' %.3g %%', 100 * plans.probability)
        end as told
    from plans
    cross join parts
    where 100 * plans.probability >= $least_percent
    group by
        plans.player, plans.history, plans.card, plans.plan, plans.probability, plans.place
),

answer as (
    select
        player,
        case history when '' then 'nothing' when 'c' then 'a check' else 'a bet' end as faces,
        card,
        plan,
        probability,
        string_agg(told, ', ' order by probability desc, place asc)
            over (partition by player, history, card) as play
    from written
    order by
        player asc,
        history asc,
        list_position(['jack', 'queen', 'king', 'ace'], card) asc,
        probability desc,
        place asc
)

select * from answer
