-- title: How the ranks and the suits of a hole in Omaha look: AAKK is two pair, AsKsQhJh is ds
-- How many cards there are of each letter, the most first: 211.
create or replace macro counts_of_letters(letters) as
array_to_string(list_reverse_sort([
    length(letters) - length(replace(letters, letter, ''))
    for letter in list_distinct(string_split(letters, ''))
]), '');

create or replace macro ranks_of_hole(hole) as
translate(hole, 'cdhs', '');

-- Spelt out, since there are a million holes of six cards: a ninth of the time.
create or replace macro counts_of_suits(hole) as
rtrim(array_to_string(list_reverse_sort([
    length(hole) - length(replace(hole, 'c', '')),
    length(hole) - length(replace(hole, 'd', '')),
    length(hole) - length(replace(hole, 'h', '')),
    length(hole) - length(replace(hole, 's', ''))
]), ''), '0');

create or replace macro pairing_of_hole(hole) as
case counts_of_letters(ranks_of_hole(hole))
    when '1111' then 'unpaired'
    when '11111' then 'unpaired'
    when '111111' then 'unpaired'
    when '211' then 'paired'
    when '2111' then 'paired'
    when '21111' then 'paired'
    when '22' then 'two pair'
    when '221' then 'two pair'
    when '2211' then 'two pair'
    when '222' then 'three pair'
    when '31' then 'trips'
    when '311' then 'trips'
    when '3111' then 'trips'
    when '32' then 'full house'
    when '321' then 'full house'
    when '33' then 'two trips'
    else 'quads'
end;

create or replace macro suits_of_hole(hole) as
case counts_of_suits(hole)
    when '1111' then 'rainbow'
    when '211' then 'ss'
    when '2111' then 'ss'
    when '22' then 'ds'
    when '221' then 'ds'
    when '2211' then 'ds'
    when '222' then 'ds+ss'
    when '31' then 'ts'
    when '311' then 'ts'
    when '3111' then 'ts'
    when '32' then 'ts+ss'
    when '321' then 'ts+ss'
    when '33' then 'ts+ts'
    when '41' then 'qs'
    when '411' then 'qs'
    when '42' then 'qs+ss'
    when '51' then '5s'
    else 'ms'
end;
