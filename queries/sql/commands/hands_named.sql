-- title: The hands that a number may mean: of the lake, or of a site
-- one row per: hand
-- source: hands
with

hands as (
    select
        hand_id,
        site,
        number,
        file
    from hands
),

named as (
    select *
    from hands
    where hand_id = try_cast($number as ubigint) or number = $number
    order by hand_id
)

select * from named
