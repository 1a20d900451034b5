"""What a user can type wrong: each is answered by one line that says what, and what to do."""

import re

import pytest

from helpers.command_line import contents, run

# Every command with its exit code, 2 for wrong usage and 1 for a failure, and the line on stderr.
TABLE = r"""
# Words: commands, options, arguments, names, parameters.

$ pokerlake buil
[2] error: No such command 'buil'. Did you mean 'build', 'bubble'? (see 'pokerlake --help')
$ pokerlake --lak x tables
[2] error: No such option: --lak (Possible options: --lake) (see 'pokerlake --help')
$ pokerlake tables --lak x
[2] error: No such option: --lak (Possible options: --lake) (see 'pokerlake tables --help')
$ pokerlake tables now
[2] error: Got unexpected extra argument(s) (now) (see 'pokerlake tables --help')
$ pokerlake schema
[2] error: Missing argument 'TABLE' (see 'pokerlake schema --help')
$ pokerlake schema clases
[2] error: no table or view 'clases'; did you mean 'classes'?
$ pokerlake schema classes dag_nodes
[2] error: Got unexpected extra argument(s) (dag_nodes) (see 'pokerlake schema --help')
$ pokerlake export
[2] error: give one of these: tables or views, --query NAME, --sql STATEMENT
$ pokerlake export clases
[2] error: no table or view 'clases'; did you mean 'classes'?
$ pokerlake export clases -o dag.tsv
[2] error: no table or view 'clases'; did you mean 'classes'?
$ pokerlake build clases
[2] error: no table 'clases'; did you mean 'classes'?
$ pokerlake build classes dag_node
[2] error: no table 'dag_node'; did you mean 'dag_nodes' or 'short_dag_nodes'?
$ pokerlake build --workers -1
[2] error: Invalid value '-1' for '--workers': give 0 to 1,024 (see 'pokerlake build --help')
$ pokerlake build --workers two
[2] error: Invalid value 'two' for '--workers': it is no whole number; give such as 5, 1_000 or 1e6 (see 'pokerlake build --help')
$ pokerlake strategy show akq
[2] error: Invalid value 'akq' for 'RUN': it is no number of a run; 'pokerlake strategy list' lists them (see 'pokerlake strategy show --help')
$ pokerlake arrays river -o buckets
[2] error: Invalid value 'river' for 'RUN': it is no number of a run; 'pokerlake query abstraction_list' lists them (see 'pokerlake arrays --help')
$ pokerlake transitions flop 2
[2] error: Invalid value 'flop' for 'RUN': it is no number of a run; 'pokerlake query abstraction_list' lists them (see 'pokerlake transitions --help')
$ pokerlake transitions 1 turn
[2] error: Invalid value 'turn' for 'NEXT_RUN': it is no number of a run; 'pokerlake query abstraction_list' lists them (see 'pokerlake transitions --help')
$ pokerlake sql --untrusted 'show tables'
[1] error: describe, show and summarize are not allowed; untrusted SQL is one select: 'pokerlake tables' lists tables, and 'pokerlake schema TABLE' their columns
$ pokerlake sql --untrusted 'from zzz'
[1] error: there is no table 'zzz'; 'pokerlake tables' lists those that there are, and in Python a frame is given by its name
$ pokerlake build -o plan.csv
[2] error: --format and --output are for a plan or status; add --plan or --status
$ pokerlake build -f json
[2] error: --format and --output are for a plan or status; add --plan or --status
$ pokerlake verify clases
[2] error: no table 'clases'; did you mean 'classes'?
$ pokerlake verify -f excel
[2] error: no format 'excel'; there are: table, csv, tsv, json, ndjson, parquet, arrow, md, xlsx, sqlite, duckdb, npy, npz, pokerlake, piosolver, equilab, flopzilla, propokertools
$ pokerlake query clas_of_hand
[2] error: no query 'clas_of_hand'; did you mean 'class_of_hand'?
$ pokerlake query -p cards=5
[2] error: name the query that --param and --show-sql are for
$ pokerlake query category_odds -p card=5
[2] error: query category_odds has no parameter 'card'; did you mean 'cards'?
$ pokerlake query category_odds -p cards=4
[2] error: parameter cards is '4'; give one of 5, 6, 7
$ pokerlake query category_odds -p cards=five
[2] error: parameter cards is 'five'; give one of 5, 6, 7
$ pokerlake query category_odds -p cards
[2] error: parameter 'cards' has no value; give NAME=VALUE
$ pokerlake query category_odds -p cards=5 -p cards=6
[2] error: parameter 'cards' is given twice; give it once
$ pokerlake query class_of_hand
[2] error: query class_of_hand needs hand: five to seven cards: AsKsQsJsTs
$ pokerlake query class_of_hand -p hand=
[2] error: parameter hand: '' has 0 cards; 5 to 7 are needed
$ pokerlake query class_of_hand -p hand=AsKsQsJs
[2] error: parameter hand: 'AsKsQsJs' has 4 cards; 5 to 7 are needed
$ pokerlake query class_of_hand -p hand=AsKsQsJsTx
[2] error: parameter hand: 'AsKsQsJsTx' at character 10: 'x' is not a suit; suits are cdhs
$ pokerlake query classes_between -p hand=AsKsQsJsTs -p other=AsKsQsJsTs9s8s7s
[2] error: parameter other: 'AsKsQsJsTs9s8s7s' has 8 cards; 5 to 7 are needed
$ pokerlake query classes_between -p hand=AsKsQsJsTs -p other=AsKsQsJsTs -p cards=8
[2] error: parameter cards is '8'; give one of 5, 6, 7
$ pokerlake sql
[1] error: stdin: no statements; give one, such as a select
$ pokerlake sql 'select 1' --file hands.sql
[2] error: give a statement or --file, and not both
$ pokerlake sql --file hands.sql
[1] error: there is no file hands.sql
$ pokerlake sql --file folder.csv
[1] error: folder.csv is a folder; give the name of a file
$ pokerlake sql --file result.csv
[1] error: result.csv, line 1: syntax error at 'an'; did you mean 'and'? [an older result]
$ pokerlake sql --fil hands.sql
[2] error: No such option: --fil (Possible options: --file) (see 'pokerlake sql --help')
$ pokerlake sql 'select 1' --rows 10
[2] error: --seconds, --memory and --rows are limits of --untrusted; add that
$ pokerlake sql --untrusted 'select 1' --rows 0
[2] error: Invalid value '0' for '--rows': give 1 to 9,223,372,036,854,775,807 (see 'pokerlake sql --help')
$ pokerlake sql --untrusted 'select 1' -f excel
[2] error: no format 'excel'; there are: table, csv, tsv, json, ndjson, parquet, arrow, md, xlsx, sqlite, duckdb, npy, npz, pokerlake, piosolver, equilab, flopzilla, propokertools
$ pokerlake sql --untrusted "from read_csv('/etc/passwd')" --lake nowhere
[1] error: no lake at nowhere; build one there with 'pokerlake build --lake nowhere', or name another with --lake or $POKERLAKE_LAKE
$ pokerlake sql --untrusted "copy classes to 'classes.csv'"
[1] error: 'copy' is not allowed; untrusted SQL is one select
$ pokerlake sql --untrusted "from read_csv('result.csv')"
[1] error: function 'read_csv' is not allowed in untrusted SQL
$ pokerlake sql --untrusted 'from classes' --rows 10
[1] error: the result has more than 10 rows; ask for less, or raise the limit
$ pokerlake icm 8 12 20
[2] error: No such command 'icm'; did you mean pokerlake bubble? (see 'pokerlake --help')
$ pokerlake nash 10
[2] error: No such command 'nash'; did you mean pokerlake pushfold? (see 'pokerlake --help')
$ pokerlake montecarlo AhKh QsQc
[2] error: No such command 'montecarlo'; did you mean pokerlake equity? (see 'pokerlake --help')
$ pokerlake rank AhKh
[2] error: No such command 'rank'; did you mean pokerlake evaluate? (see 'pokerlake --help')
$ pokerlake ls
[2] error: No such command 'ls'; did you mean pokerlake tables? (see 'pokerlake --help')
$ pokerlake equity AhKh QsQc --samples 100
[2] error: No such option: --samples; here it is --deals (see 'pokerlake equity --help')
$ pokerlake equity AhKh QsQc -n 100
[2] error: No such option: -n; here it is --deals (see 'pokerlake equity --help')
$ pokerlake equity --file spots.csv
[2] error: No such option: --file; here it is --from (see 'pokerlake equity --help')
$ pokerlake build --jobs 2
[2] error: No such option: --jobs; here it is --workers (see 'pokerlake build --help')
$ pokerlake equity Ah Kh Qs Qc
[2] error: 'Ah' at character 1: 'Ah' is one card; the cards of a hand stand together: AhKh
$ pokerlake equity AhKh QsQc --board Ks Jh Th
[2] error: 'Jh' at character 1: 'Jh' is one card; the cards of a hand stand together: AhKh
$ pokerlake equity AhKh Ax
[2] error: 'Ax' at character 1: 'Ax' names no second rank; A2+ is A with any lower
$ pokerlake pushfold 8,12
[2] error: stack is '8,12'; give one number, the stack of every player, or FROM:TO:STEP. For players with these stacks give --stacks 8,12
$ pokerlake serve 8080
[2] error: Got unexpected extra argument(s) (8080); did you mean --port 8080? (see 'pokerlake serve --help')
$ pokerlake chart range '22+, ATs+' -o range.svg
[2] error: Got unexpected extra argument(s) (22+, ATs+); did you mean --range '22+, ATs+'? (see 'pokerlake chart range --help')
$ pokerlake range 30%
[2] error: No such command '30%'; did you mean pokerlake range show 30%? (see 'pokerlake range --help')
$ pokerlake strategy kuhn
[2] error: No such command 'kuhn' (see 'pokerlake strategy --help')
$ pokerlake draw AsKsQsJs2c
[2] error: No such command 'AsKsQsJs2c'; did you mean pokerlake draw hand AsKsQsJs2c? (see 'pokerlake draw --help')
$ pokerlake compare AsKsQsJsTs 9s8s7s6s5s --board 2c3c4c
[2] error: No such option: --board (Possible options: --order); --board is an option of evaluate, equity, solve, deal (see 'pokerlake compare --help')
$ pokerlake evaluate AsKsQsJsTs --dead 2c
[2] error: No such option: --dead (Possible options: --cards, --order, --wide); --dead is an option of equity, outs, deal (see 'pokerlake evaluate --help')
$ pokerlake doctor now
[2] error: Got unexpected extra argument(s) (now) (see 'pokerlake doctor --help')
$ pokerlake compare AsKsQsJsTs
[2] error: Missing argument 'SECOND' (see 'pokerlake compare --help')

# Cards and deals.

$ pokerlake evaluate
[2] error: give hands such as AsKsQsJsTs, or a file with --from, and not both
$ pokerlake evaluate AsKsQsJsTs --from hands.csv
[2] error: give hands such as AsKsQsJsTs, or a file with --from, and not both
$ pokerlake evaluate AsKsQsJsTs --cards hole
[2] error: --cards is for a file; give it with --from
$ pokerlake evaluate AsKsQsJsTs --input-format csv
[2] error: --input-format is for a file; give it with --from
$ pokerlake evaluate ''
[2] error: '' has 0 cards; 5 to 7 are needed; quote one hand: ''
$ pokerlake evaluate As
[2] error: 'As' has 1 card; 5 to 7 are needed; quote one hand: 'As'
$ pokerlake evaluate As Ks Qs Js Ts
[2] error: 'As' has 1 card; 5 to 7 are needed; quote one hand: 'As Ks Qs Js Ts'
$ pokerlake evaluate AsKsQsJs
[2] error: 'AsKsQsJs' has 4 cards; 5 to 7 are needed
$ pokerlake evaluate AsKsQsJsTs9s8s7s
[2] error: 'AsKsQsJsTs9s8s7s' has 8 cards; 5 to 7 are needed
$ pokerlake evaluate AsKsQsJsAs
[2] error: 'AsKsQsJsAs' has As twice
$ pokerlake evaluate AsKsQsJsTs 7c5d4h3s7c
[2] error: '7c5d4h3s7c' has 7c twice
$ pokerlake evaluate 1sKsQsJsTs
[2] error: '1sKsQsJsTs' at character 1: '1' is not a rank; ranks are 23456789TJQKA
$ pokerlake evaluate 100sKsQsJs
[2] error: '100sKsQsJs' at character 3: '0' is not a suit; suits are cdhs
$ pokerlake evaluate 11sKsQsJsTs
[2] error: '11sKsQsJsTs' at character 1: '1' is not a rank; ranks are 23456789TJQKA
$ pokerlake evaluate AxKsQsJsTs
[2] error: 'AxKsQsJsTs' at character 2: 'x' is not a suit; suits are cdhs
$ pokerlake evaluate AsKsQsJsT
[2] error: 'AsKsQsJsT' at character 9: 'T' has no suit; suits are cdhs
$ pokerlake evaluate AsKsQsJs10
[2] error: 'AsKsQsJs10' at character 9: '10' has no suit; suits are cdhs
$ pokerlake evaluate A♤KsQsJsTs
[2] error: 'A♤KsQsJsTs' at character 2: '♤' (U+2664, White spade suit) is not a suit; suits are cdhs
$ pokerlake evaluate 'As Ks|Qs Js Ts'
[2] error: 'As Ks|Qs Js Ts' at character 6: '|' is not a rank; ranks are 23456789TJQKA
$ pokerlake evaluate 0sKsQsJsTs
[2] error: '0sKsQsJsTs' at character 1: '0' is not a rank; ranks are 23456789TJQKA
$ pokerlake evaluate AsKs??JsTs
[2] error: 'AsKs??JsTs' at character 5: '?' is not a rank; ranks are 23456789TJQKA
$ pokerlake compare AsKsQsJsTs AsKs
[2] error: SECOND: 2 cards; 5 to 7 are needed for high
$ pokerlake compare AsKsQsJsTs 7c5d4h3s7c
[2] error: SECOND: '7c5d4h3s7c' has 7c twice
$ pokerlake compare 'A K Q J T' 7c5d4h3s2c
[2] error: FIRST: 'A K Q J T' at character 2: ' ' is not a suit; suits are cdhs
$ pokerlake deal 0
[2] error: 0 deals; give 1 to 1,000,000,000,000
$ pokerlake deal -- -3
[2] error: -3 deals; give 1 to 1,000,000,000,000
$ pokerlake deal 2000000000000
[2] error: 2,000,000,000,000 deals; give 1 to 1,000,000,000,000
$ pokerlake deal many
[2] error: Invalid value 'many' for 'DEALS': it is no whole number; give such as 5, 1_000 or 1e6 (see 'pokerlake deal --help')
$ pokerlake deal --players 0
[2] error: 0 players; give 1 to 10
$ pokerlake deal --players 11
[2] error: 11 players; give 1 to 10
$ pokerlake deal --cards 0
[2] error: 0 cards in a hand; give at least 1
$ pokerlake deal --cards 53
[2] error: 1 x 53 cards are needed; the deck has 52
$ pokerlake deal --players 10 --cards 6
[2] error: 10 x 6 cards are needed; the deck has 52
$ pokerlake deal --cards 51 --dead AsKs
[2] error: 1 x 51 cards are needed; the deck has 50
$ pokerlake deal --dead AsAs
[2] error: 'AsAs' has As twice
$ pokerlake deal --dead Zz
[2] error: 'Zz' at character 1: 'Z' is not a rank; ranks are 23456789TJQKA
$ pokerlake deal --seed -1
[2] error: Invalid value '-1' for '--seed': give 0 to 18,446,744,073,709,551,615 (see 'pokerlake deal --help')
$ pokerlake deal --seed 18446744073709551616
[2] error: Invalid value '18446744073709551616' for '--seed': give 0 to 18,446,744,073,709,551,615 (see 'pokerlake deal --help')
$ pokerlake deal --compare
[2] error: 1 player, 1 deal; comparing takes at least 2 of each
$ pokerlake deal 1 --compare --players 2
[2] error: 2 players, 1 deal; comparing takes at least 2 of each
$ pokerlake deal 9 --compare --players 2 --cards 4
[2] error: hands of 4 cards cannot be compared in hold'em; give 5 to 7
$ pokerlake deal -f yaml
[2] error: no format 'yaml'; there are: table, csv, tsv, json, ndjson, parquet, arrow, md, xlsx, sqlite, duckdb, npy, npz, pokerlake, piosolver, equilab, flopzilla, propokertools
$ pokerlake deal -o deals.yaml
[2] error: deals.yaml has no ending that names a format; give one of .txt .csv .tsv .json .ndjson .jsonl .parquet .arrow .feather .md .xlsx .sqlite .sqlite3 .db .duckdb .npy .npz, or --format

# SQL, and results that a format cannot hold.

$ pokerlake sql ''
[1] error: no statements; give one, such as a select
$ pokerlake sql '-- all classes'
[1] error: no statements; give one, such as a select
$ pokerlake sql 'select 1; select 2'
[1] error: 2 statements; give one, such as a select
$ pokerlake sql 'create table mine as select 1'
[1] error: 'create' returns no rows; give a statement that does, such as a select
$ pokerlake sql 'drop view mine'
[1] error: 'drop' returns no rows; give a statement that does, such as a select
$ pokerlake sql 'set threads = 1'
[1] error: 'set' returns no rows; give a statement that does, such as a select
$ pokerlake sql 'select clas_id from classes'
[1] error: there is no column 'clas_id' here; did you mean 'class_id'?
$ pokerlake sql 'select c.top_precent from class_percentiles as c'
[1] error: there is no column 'top_precent' here; did you mean 'top_percent'?
$ pokerlake sql 'select zzz from classes'
[1] error: there is no column 'zzz' here; 'pokerlake schema classes' lists columns, and text stands in single quotes
$ pokerlake sql 'select name from classes where name = "royal flush"'
[1] error: there is no column 'royal flush' here; 'pokerlake schema classes' lists columns, and text stands in single quotes
$ pokerlake sql 'select name from classes order by nam'
[1] error: there is no column 'nam' here; did you mean 'name'?
$ pokerlake sql 'select * from clases'
[1] error: there is no table 'clases'; did you mean 'classes'?
$ pokerlake sql 'select * from category_odd'
[1] error: there is no table 'category_odd'; did you mean 'category_odds' or 'short_category_odds'?
$ pokerlake sql 'select summ(count7) from classes'
[1] error: there is no function 'summ'; did you mean 'sum'?
$ pokerlake sql "select clas_of('AsKsQsJsTs')"
[1] error: there is no function 'clas_of'; did you mean 'class_of'?
$ pokerlake sql 'selct * from classes'
[1] error: syntax error at 'selct'; did you mean 'select'? [LINE 1: selct * from classes]
$ pokerlake sql 'select * form classes'
[1] error: syntax error at 'classes'; did you mean 'from'? [LINE 1: select * form classes]
$ pokerlake sql 'select * from classes wher class_id = 1'
[1] error: syntax error at 'class_id'; did you mean 'where'? [LINE 1: select * from classes wher class_id = 1]
$ pokerlake sql 'select * from classes group by'
[1] error: syntax error at 'by' [LINE 1: select * from classes group by]
$ pokerlake sql 'select (1'
[1] error: syntax error at '1' [LINE 1: select (1]
$ pokerlake sql "select 'royal"
[1] error: unterminated string literal [LINE 1: select 'royal]
$ pokerlake sql 'insert into classes values (1)'
[1] error: the lake is read only, and 'classes' is a table of it; 'create temp table mine as from classes' makes one of your own, and --output a file
$ pokerlake sql 'select sum(name) from classes'
[1] error: No function matches the given name and argument types 'sum(VARCHAR)'. You might need to add explicit type casts
$ pokerlake sql 'select name, sum(count7) from classes'
[1] error: column "name" must appear in the GROUP BY clause or must be part of an aggregate function
$ pokerlake sql "select 'x'::integer"
[1] error: Could not convert string 'x' to INTEGER [LINE 1: select 'x'::integer]
$ pokerlake sql "select class_id + 'x' from classes"
[1] error: Could not convert string 'x' to BIGINT [LINE 1: select class_id + 'x' from classes]
$ pokerlake sql 'select 1 // 0'
[1] error: Division by zero in expression (1 // 0). Use TRY(...) to return NULL for this expression, or SET error_on_division_by_zero=false to return NULL for all divisions by zero
$ pokerlake sql 'select 250::utinyint + 250::utinyint'
[1] error: Overflow in addition of UTINYINT (250 + 250); cast a number to double or hugeint
$ pokerlake sql 'select 99999999999999999999::hugeint'
[1] error: a number in the result does not fit 64 bits (99999999999999999999); cast it to double or varchar
$ pokerlake sql "select class_of('AsKsQsJs')"
[1] error: 'AsKsQsJs' has 4 cards; 5 to 7 are needed
$ pokerlake sql "select class_of('AsKsQsJsTs9s8s7s')"
[1] error: 'AsKsQsJsTs9s8s7s' has 8 cards; 5 to 7 are needed
$ pokerlake sql "select class_of('AsKsQsJsAs')"
[1] error: 'AsKsQsJsAs' has As twice
$ pokerlake sql "select class_of('')"
[1] error: '' has 0 cards; 5 to 7 are needed
$ pokerlake sql "select class_of('royal flush')"
[1] error: 'royal flush' at character 1: 'r' is not a rank; ranks are 23456789TJQKA
$ pokerlake sql 'select class_of(class_id) from classes'
[1] error: class_of takes 5 to 7 cards: text, a list, or 5 to 7 columns of card numbers; not (BIGINT)
$ pokerlake sql "from read_csv('hands.csv')"
[1] error: No files found that match the pattern "hands.csv"
$ pokerlake sql "from 'hands.parquet'"
[1] error: No files found that match the pattern "hands.parquet"
$ pokerlake sql 'select $hand'
[1] error: Values were not provided for the following parameters: hand
$ pokerlake sql 'select (select class_id from classes)'
[1] error: More than one row returned by a subquery used as an expression - scalar subqueries can only return a single row
$ pokerlake sql 'select 1' -f yaml
[2] error: no format 'yaml'; there are: table, csv, tsv, json, ndjson, parquet, arrow, md, xlsx, sqlite, duckdb, npy, npz, pokerlake, piosolver, equilab, flopzilla, propokertools
$ pokerlake sql 'select [1, 2] as pair' -f csv
[2] error: column 'pair' is INTEGER[], which csv cannot hold; take table or json or ndjson or parquet or arrow or md or duckdb, or cast it to varchar in SQL
$ pokerlake sql "select 'a'::blob as bytes" -f json
[2] error: column 'bytes' is BLOB, which json cannot hold; take table or parquet or arrow or md or sqlite or duckdb, or cast it to varchar in SQL
$ pokerlake sql 'select 1 as a, 2 as a' -f ndjson
[2] error: two columns are named 'a', which ndjson cannot hold; rename one
$ pokerlake sql 'select 1 as a, 2 as a' -f parquet
[2] error: two columns are named 'a', which parquet cannot hold; rename one

# Numbers that Python reads, and people do not write.

$ pokerlake learn kuhn --games ٣
[2] error: Invalid value '٣' for '--games': it is no whole number; give such as 5, 1_000 or 1e6 (see 'pokerlake learn --help')
$ pokerlake deal 1e6e
[2] error: Invalid value '1e6e' for 'DEALS': it is no whole number; give such as 5, 1_000 or 1e6 (see 'pokerlake deal --help')
$ pokerlake deal 2.55e1
[2] error: Invalid value '2.55e1' for 'DEALS': it is no whole number; give such as 5, 1_000 or 1e6 (see 'pokerlake deal --help')
$ pokerlake deal 1e40
[2] error: Invalid value '1e40' for 'DEALS': give at most 9,223,372,036,854,775,807 (see 'pokerlake deal --help')
$ pokerlake learn kuhn --games 1e3_
[2] error: Invalid value '1e3_' for '--games': it is no whole number; give such as 5, 1_000 or 1e6 (see 'pokerlake learn --help')
$ pokerlake learn kuhn -p tables=٣
[2] error: parameter tables is '٣'; give a whole number
$ pokerlake learn kuhn -p explore=1_0
[2] error: parameter explore is '1_0'; give a number
$ pokerlake draw change --weights 25:1e99999999
[2] error: --weights '25:1e99999999': '1e99999999' is no number
$ pokerlake draw change --weights 25:٣
[2] error: --weights '25:٣': '٣' is no number
$ pokerlake range top ٣٢
[2] error: '٣٢' is not a percentage; give a number 0 to 100
$ pokerlake query player_results --param least_hands=٣
[2] error: parameter least_hands is '٣'; give a whole number
$ pokerlake query player_results --param least_hands=99999999999999999999
[2] error: parameter least_hands is '99999999999999999999'; give a whole number

# Where a result goes; result.csv is there already, and folder.csv is a folder.

$ pokerlake sql 'select 1' -o result
[2] error: result has no ending that names a format; give one of .txt .csv .tsv .json .ndjson .jsonl .parquet .arrow .feather .md .xlsx .sqlite .sqlite3 .db .duckdb .npy .npz, or --format
$ pokerlake sql 'select 1' -o result.xls
[2] error: result.xls has no ending that names a format; did you mean '.xlsx'?
$ pokerlake sql 'select 1' -o folder.csv
[1] error: folder.csv is a folder; give the name of a file
$ pokerlake sql 'select 1' -o nowhere/result.csv
[1] error: nowhere/result.csv cannot be written: there is no folder nowhere
$ pokerlake sql 'select clas_id from classes' -o result.csv
[1] error: there is no column 'clas_id' here; did you mean 'class_id'?
$ pokerlake query class_of_hand -o result.csv
[2] error: query class_of_hand needs hand: five to seven cards: AsKsQsJsTs
$ pokerlake evaluate AsKsQsJs -o result.csv
[2] error: 'AsKsQsJs' has 4 cards; 5 to 7 are needed
$ pokerlake export clases -o result.csv
[2] error: no table or view 'clases'; did you mean 'classes'?
$ pokerlake sql "select class_of(name) from classes" -o result.csv
[1] error: 'royal flush' at character 1: 'r' is not a rank; ranks are 23456789TJQKA
"""  # noqa: E501

CASES = re.findall(r"^\$ pokerlake (.*)\n\[(\d)\] (error: .*\n)", TABLE, re.MULTILINE)


def test_table_is_read_whole():
    assert len(CASES) == TABLE.count("\n$") == TABLE.count("\n[") >= 60


@pytest.mark.parametrize(("line", "code", "message"), CASES, ids=[case[0] for case in CASES])
def test_bad_input_is_one_line(at_home, line, code, message):
    (at_home / "folder.csv").mkdir()
    (at_home / "result.csv").write_bytes(b"an older result")
    before = contents(at_home)

    assert run(line) == (int(code), b"", message)
    assert contents(at_home) == before


def test_a_long_value_is_cut_within_the_line(at_home):
    code, out, error = run("range show", "A" * 50_000 + "\x1b[31m")
    assert (code, out) == (2, b"")
    assert len(error) < 300
    code, out, error = run("draw change --coins", "1," + "9" * 50_000 + "\x1bx")
    assert (code, out) == (2, b"")
    assert error.startswith("error: --coins '1,999")
    assert error.endswith("is no whole number\n") or "\\x1b" in error
    assert 1500 < len(error) < 2100
