-- title: By how much subsets of the flops miss the means over all flops of a solved game
-- one row per: kind of flops, measure of a decision on the flop, and subset
-- source: solved_reports; errors are there for a game that has all 1,755 flops: missing is 0
-- parameter: game integer = 0 of 0..4294967295 -- its number, see solved_list; 0 is the newest
-- parameter: subset integer = 0 of 0, 22, 49, 95, 184 -- how many flops it has; 0 is all four
-- parameter: texture text = all of all, suits, pairing, high, connected, straights -- groups
with

picked as (
    select if($game = 0, max(game), $game) as game
    from solved_flops
),

boards as (
    select * from flops
),

solved as (
    select *
    from solved_flops
    where game = (select picked.game from picked)
),

counts as (
    select
        count(*) as flops,
        count(*) - (select count(*) from solved) as missing
    from boards
),

sizes as (
    select
        subset,
        count(*) as flops
    from flop_subsets
    where $subset in (0, subset)
    group by subset
),

reports as (
    select
        *,
        flop_kind($texture, suits, pairing, high, connected, straights) as kind
    from solved_reports
    where game = (select picked.game from picked) and deals > 0
),

dealt as (
    select
        subset,
        kind,
        line,
        spot,
        -- Each action of the first decision has all deals of the flop.
        any_value(deals) as deals
    from reports
    where line = ''
    group by subset, kind, line, spot
),

outcomes as (
    select
        dealt.*,
        unnest(['oop', 'ip', 'oop', 'ip']) as player,
        unnest(['value', 'value', 'equity', 'equity']) as measure,
        unnest([
            100 * solved.value_oop / solved.pot_worth,
            100 * solved.value_ip / solved.pot_worth,
            solved.equity_oop_percent,
            solved.equity_ip_percent
        ]) as amount
    from dealt
    inner join solved on dealt.spot = solved.spot
),

amounts as (
    select
        subset,
        kind,
        line,
        player,
        measure,
        deals,
        amount
    from outcomes
    union all
    select
        subset,
        kind,
        line,
        player,
        action as measure,
        deals,
        percent as amount
    from reports
),

means as (
    select
        *,
        sum(deals * amount) over (partition by subset, kind, line, player, measure)
        / sum(deals) over (partition by subset, kind, line, player, measure) as mean
    from amounts
),

found as (
    select
        subset,
        kind,
        line,
        player,
        measure,
        count(*) as flops,
        any_value(mean) as mean,
        -- The squared contributions of each flop to the error of a mean over some flops, to first
        -- order.
        sum((deals * (amount - mean)) ** 2) / sum(deals) ** 2 as squares
    from means
    group by subset, kind, line, player, measure
),

answer as (
    select
        whole.kind,
        whole.line,
        whole.player,
        whole.measure,
        sizes.subset,
        coalesce(part.flops, 0) as flops,
        if(counts.missing = 0, whole.mean, null) as mean,
        part.mean as subset_mean,
        if(counts.missing = 0, part.mean - whole.mean, null) as error,
        -- Root mean square, over all samples of as many flops, each weighted by its deals. A sample
        -- may have no flop of a texture.
        if(
            counts.missing = 0 and $texture = 'all',
            sqrt(
                whole.squares * counts.flops * (counts.flops - sizes.flops)
                / (sizes.flops * (counts.flops - 1))
            ),
            null
        ) as random_error,
        counts.missing
    from found as whole
    cross join sizes
    cross join counts
    left join found as part
        on
            sizes.subset = part.subset
            and whole.kind = part.kind
            and whole.line = part.line
            and whole.player = part.player
            and whole.measure = part.measure
    where whole.subset = 1755
    order by
        strpos('23456789TJQKA', if($texture = 'high', whole.kind, '')) desc,
        whole.kind asc,
        whole.line asc,
        strpos('evfxcbr', left(whole.measure, 1)) asc,
        try_cast(whole.measure[2:] as double) asc,
        whole.player desc,
        sizes.subset asc
)

select * from answer
