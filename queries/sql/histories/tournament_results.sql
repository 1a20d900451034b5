-- title: What players paid for tournaments, and what they won there
-- one row per: player, of a site, what he pays in and what he wins in: USD, FPP, play money
-- source: tournaments; sums are of entries whose costs and prize are told, with rebuys and bounties
-- parameter: player text = * among tournaments.player -- name of the player; * is everybody
-- parameter: who text = everybody of everybody, heroes -- heroes: those whose files were imported
-- parameter: since day = any -- the first day, such as 2019-07-11; any is from the beginning
-- parameter: until day = any -- the last day; any is to the end
with

tournaments as (
    select * from tournaments
    where
        $player in ('*', player)
        and (hero or $who = 'everybody')
        and ($since = 'any' or started >= try_cast($since as date))
        and ($until = 'any' or started < try_cast($until as date) + 1)
),

entries as (
    select
        player,
        site,
        tournament,
        -- where nothing is told that was paid, or won, nor is in what
        coalesce(currency, if(buy_in > 0, 'play money', prize_currency)) as paid_in,
        coalesce(prize_currency, if(prize > 0, 'play money', paid_in)) as won_in,
        cast(
            buy_in + coalesce(bounty, 0) + coalesce(fee, 0) + coalesce(rebuy_cost, 0) as double
        ) as paid,
        cast(prize as double) as prize,
        cast(coalesce(bounties, bounties_in_hands, 0) as double) as bounties,
        paid is not null and prize is not null as is_told
    from tournaments
),

results as (
    select
        player,
        site,
        paid_in,
        won_in,
        count(distinct tournament) as tournaments,
        count(*) as entries,
        count(*) filter (is_told) as told,
        count(*) filter (is_told and prize > 0) as in_the_money,
        100 * in_the_money / nullif(told, 0) as in_the_money_percent,
        sum(paid) filter (is_told) as paid,
        sum(prize) filter (is_told) as prizes,
        sum(bounties) filter (is_told) as bounties,
        if(paid_in = won_in, sum(prize + bounties - paid) filter (is_told), null) as net,
        100 * net / nullif(sum(paid) filter (is_told), 0) as roi
    from entries
    group by player, site, paid_in, won_in
    order by entries desc, player asc, site asc, paid_in asc, won_in asc
)

select * from results
