-- title: What each starting hand does at a decision of a blueprint, for its picture
-- one row per: hand and action
-- source: blueprint_hands
with

answer as (
    select
        hands.hand,
        hands.comes,
        hands.action,
        hands.percent,
        hands.player,
        nodes.pot,
        runs.run,
        runs.game,
        runs.stack
    from blueprint_hands as hands
    inner join blueprint_nodes as nodes on hands.run = nodes.run and hands.node = nodes.node
    inner join blueprints as runs on hands.run = runs.run
    where
        hands.run = coalesce($run, (select max(newest.run) from blueprints as newest))
        and hands.line = $line
    order by hands.hand asc, hands.action asc
)

select * from answer
