-- title: Where a blueprint loses: what best responses gain, by street, by line before the flop
-- one row per: player who responds, and street or line of the newest measure of the run
-- source: blueprint_gains, in thousandths of a big blind a hand
-- parameter: run integer = 0 of 0..4294967295 -- its number; 0 is the newest that was measured
-- parameter: by text = street of street, line, both -- groups
with

measured as (
    select max_by(run, measure) as run
    from blueprint_responses
),

chosen as (
    select max(measure) as measure
    from blueprint_responses
    where run = if($run = 0, (select measured.run from measured), $run)
),

answer as (
    select
        player,
        street,
        line,
        least,
        least_error,
        most,
        most_error
    from blueprint_gains
    where
        measure = (select chosen.measure from chosen)
        and (
            street = 'preflop'
            or ($by = 'street' and line = 'all')
            or ($by = 'line' and street = 'all')
            or ($by = 'both' and line <> 'all' and street <> 'all')
        )
    order by
        player asc,
        strpos('preflop flop turn river all', street) asc,
        least desc,
        line asc
)

select * from answer
