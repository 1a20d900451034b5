-- title: The decisions of a blueprint before the flop
-- one row per: decision
-- source: blueprint_nodes
with

answer as (
    select line
    from blueprint_nodes
    where
        run = coalesce($run, (select max(newest.run) from blueprints as newest))
        and street = 'preflop'
    order by node asc
)

select * from answer
