-- title: With which hands to open, raise and raise again where all pay an ante
-- one row per: what the players before one have done
-- source: openings: above even chances to have the best hand; the hand is the weakest that does it
-- parameter: players integer = 3 of 2..10 -- players at the table
with

openings as (
    select * from openings
    where players = $players
),

classes as (
    select * from classes
),

ladder as (
    select * from draw_ladder
),

thresholds as (
    select
        openings.line,
        openings.player,
        openings.action,
        openings.top_percent,
        openings.continuous_percent,
        openings.class_id,
        classes.name as hand,
        arg_min(ladder.name, ladder.class_id) as rung
    from openings
    left join classes on openings.class_id = classes.class_id
    left join ladder on openings.class_id <= ladder.class_id
    group by all
    order by openings.line
)

select * from thresholds
