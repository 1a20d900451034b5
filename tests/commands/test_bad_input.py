"""What a user can type wrong: each is answered by one line that says what, and what to do."""

import pytest
import typer.main
from typer.testing import CliRunner

from helpers.command_line import contents, run, told, told_of
from pokerlake.cli import app

# Command lines, and what is said of each: wrong usage, or a failure where [1] stands.
TABLE = r"""
# Words: commands, options, arguments, names, parameters.

buil | No such command 'buil'. Did you mean 'build', 'bubble'? (see 'pokerlake --help')
--lak x tables | No such option: --lak (Possible options: --lake) (see 'pokerlake --help')
tables --lak x | No such option: --lak (Possible options: --lake) (see 'pokerlake tables --help')
tables now | Got unexpected extra argument(s) (now) (see 'pokerlake tables --help')
schema | Missing argument 'TABLE' (see 'pokerlake schema --help')
schema clases | no table or view 'clases'; did you mean 'classes'?
export | give one of these: tables or views, --query NAME, --sql STATEMENT
export clases -o dag.tsv | no table or view 'clases'; did you mean 'classes'?
build clases | no table 'clases'; did you mean 'classes'?
build classes dag_node | no table 'dag_node'; did you mean 'dag_nodes' or 'short_dag_nodes'?
pull flops | name the lake that has the tables: --from https://host/lake
pull clases --from lake --lake other | no table 'clases'; did you mean 'classes'?
[1] pull flops --from nowhere | no lake at nowhere: it has no manifest.json
build --workers -1 | Invalid value '-1' for '--workers': give 0 to 1,024 (see 'pokerlake build --help')
strategy show akq | Invalid value 'akq' for 'RUN': it is no number of a run; 'pokerlake strategy list' lists them (see 'pokerlake strategy show --help')
arrays river -o buckets | Invalid value 'river' for 'RUN': it is no number of a run; 'pokerlake query abstraction_list' lists them (see 'pokerlake arrays --help')
[1] sql --untrusted 'show tables' | describe, show and summarize are not allowed; untrusted SQL is one select: 'pokerlake tables' lists tables, and 'pokerlake schema TABLE' their columns
[1] sql --untrusted 'from zzz' | there is no table 'zzz'; 'pokerlake tables' lists those that there are
build -o plan.csv | --format and --output are for a plan or status; add --plan or --status
build -f json | --format and --output are for a plan or status; add --plan or --status
verify -f excel | no format 'excel'; there are: table, csv, tsv, json, ndjson, parquet, arrow, md, xlsx, sqlite, duckdb, npy, npz, pokerlake, piosolver, equilab, flopzilla, propokertools, ohh, phh, pokerstars
query -p cards=5 | name the query that --param and --show-sql are for
query category_odds -p card=5 | query category_odds has no parameter 'card'; did you mean 'cards'?
query category_odds -p cards | parameter 'cards' has no value; give NAME=VALUE
query class_of_hand | query class_of_hand needs hand: five to seven cards: AsKsQsJsTs
[1] sql | stdin: no statements; give one, such as a select
query best_flops hand=JTs count=1 | Got unexpected extra argument(s) (hand=JTs count=1); did you mean --hand JTs --count 1? (see 'pokerlake query --help')
sql hands.sql | hands.sql is no statement; a file is given by --file hands.sql
functions evaluate | no function 'evaluate'; did you mean 'class_of'?
sql 'select 1' --file hands.sql | give a statement or --file, and not both
[1] sql --file folder.csv | folder.csv is a folder; give the name of a file
[1] sql --file result.csv | result.csv, line 1: syntax error at 'an'; did you mean 'and'? [an older result]
sql --fil hands.sql | No such option: --fil (Possible options: --file) (see 'pokerlake sql --help')
sql 'select 1' --rows 10 | --seconds, --memory and --rows are limits of --untrusted; add that
sql --untrusted 'select 1' --rows 0 | Invalid value '0' for '--rows': give 1 to 9,223,372,036,854,775,807 (see 'pokerlake sql --help')
[1] sql --untrusted "from read_csv('/etc/passwd')" --lake nowhere | no lake at nowhere; build one there with 'pokerlake build --lake nowhere', or name another with --lake or $POKERLAKE_LAKE
icm 8 12 20 | No such command 'icm'; did you mean pokerlake bubble? (see 'pokerlake --help')
ls | No such command 'ls'; did you mean pokerlake tables? (see 'pokerlake --help')
equity --file spots.csv | No such option: --file; here it is --from (see 'pokerlake equity --help')
build --jobs 2 | No such option: --jobs; here it is --workers (see 'pokerlake build --help')
equity Ah Kh Qs Qc | 'Ah' at character 1: 'Ah' is one card; the cards of a hand stand together: AhKh
pushfold 8,12 | STACK is '8,12'; give one number, the stack of every player, or FROM:TO:STEP. For players with these stacks give --stacks 8,12
solve QQ+ JJ Jh2h3d4c9s --pot 100 | Got unexpected extra argument(s) (QQ+ JJ Jh2h3d4c9s); write it as in 'pokerlake solve --oop QQ+,AK,KTs --ip JJ-22,AQ,T9s --board QsJh2h8c3d --pot 100 --stack 300' (see 'pokerlake solve --help')
shown Pluribus | Got unexpected extra argument(s) (Pluribus); did you mean --player Pluribus? (see 'pokerlake shown --help')
stats vpip pfr | Got unexpected extra argument(s) (pfr); give NAMES at once: pokerlake stats vpip,pfr (see 'pokerlake stats --help')
range convert AA piosolver | Got unexpected extra argument(s) (piosolver); did you mean --to piosolver? (see 'pokerlake range convert --help')
range show AA KK | Got unexpected extra argument(s) (KK); give RANGE at once: pokerlake range show AA,KK (see 'pokerlake range show --help')
bubble 50,30,20 | Missing option '--stacks'; write it as in 'pokerlake bubble --stacks 8,12,20 --prizes 50,30,20' (see 'pokerlake bubble --help')
serve 8080 | Got unexpected extra argument(s) (8080); did you mean --port 8080? (see 'pokerlake serve --help')
chart range '22+, ATs+' -o range.svg | Got unexpected extra argument(s) (22+, ATs+); did you mean --range '22+, ATs+'? (see 'pokerlake chart range --help')
range 30% | No such command '30%'; did you mean pokerlake range show 30%? (see 'pokerlake range --help')
strategy kuhn | No such command 'kuhn'; there are: list, show (see 'pokerlake strategy --help')
range union AA KK | No such command 'union'; there are: convert, diff, expand, explain, show, top (see 'pokerlake range --help')
draw hand As Ks Qs Js 2c | Got unexpected extra argument(s) (Ks Qs Js 2c); give HAND at once: pokerlake draw hand AsKsQsJs2c (see 'pokerlake draw hand --help')
strength AhQh 3h 4s Jh | Got unexpected extra argument(s) (4s Jh); give BOARD at once: pokerlake strength AhQh 3h4sJh (see 'pokerlake strength --help')
hits QQ+ --board 3h4sJh | No such option: --board; here it is BOARD, by its place: pokerlake hits RANGE BOARD (see 'pokerlake hits --help')
equity AhKh QQ --method exact | No such option: --method; here it is --exact or --mc (see 'pokerlake equity --help')
solve --method cfr | No such option: --method (see 'pokerlake solve --help')
pushfold 10 --json | No such option: --json; here it is --format json (see 'pokerlake pushfold --help')
blueprint limit --stack 20 | --stack is of nolimit: bets of limit are fixed
draw AsKsQsJs2c | No such command 'AsKsQsJs2c'; did you mean pokerlake draw hand AsKsQsJs2c? (see 'pokerlake draw --help')
compare AsKsQsJsTs 9s8s7s6s5s --board 2c3c4c | No such option: --board (Possible options: --order); --board is an option of blueprint-spot, deal, equity, evaluate, solve, somebody (see 'pokerlake compare --help')
evaluate AsKsQsJsTs --dead 2c | No such option: --dead; --dead is an option of deal, equity, hits, outs, somebody (see 'pokerlake evaluate --help')
compare AsKsQsJsTs | Missing argument 'SECOND' (see 'pokerlake compare --help')

# Cards and deals.

evaluate | nothing is given; give hands such as AsKsQsJsTs, or a file with --from: - for stdin
evaluate - | HAND is '-'; stdin is read with --from -
evaluate --from x.csv --cards hole --board board | --board is 'board': 'board' at character 1: 'b' is not a rank; ranks are 23456789TJQKA; a column of the file is named with --board-column
equity --from x.csv --board board | --board is for hands given here; --from has them in a file, in the column that --board-column names
evaluate As Ks Qs Js Ts | 'As' has 1 card; 5 to 7 are needed; quote one hand: 'As Ks Qs Js Ts'
deal 0 | 0 deals; give 1 to 1,000,000,000,000
deal -- -3 | -3 deals; give 1 to 1,000,000,000,000
deal --seed -1 | Invalid value '-1' for '--seed': give 0 to 18,446,744,073,709,551,615 (see 'pokerlake deal --help')
deal --compare | 1 player, 1 deal; comparing takes at least 2 of each
deal -o deals.yaml | deals.yaml has no ending that names a format; give one of .txt .csv .tsv .json .ndjson .jsonl .parquet .arrow .feather .md .xlsx .sqlite .sqlite3 .db .duckdb .npy .npz .ohh .phhs .phh, or --format

# SQL, and results that a format cannot hold.

[1] sql '' | no statements; give one, such as a select
[1] sql 'select clas_id from classes' | there is no column 'clas_id' here; did you mean 'class_id'?
[1] sql 'select name from classes where name = "royal flush"' | there is no column 'royal flush' here; 'pokerlake schema classes' lists columns, and text stands in single quotes
[1] sql "select avg(riverEquity(a)) from a='AA'" | this is PQL: 'pokerlake pql' and pk.pql take it; SQL has it as from pql('...')
[1] sql 'selct * from classes' | syntax error at 'selct'; did you mean 'select'? [LINE 1: selct * from classes]
[1] sql "select 'royal" | unterminated string literal [LINE 1: select 'royal]
[1] sql 'insert into classes values (1)' | the lake is read only, and 'classes' is a table of it; 'create temp table mine as from classes' makes one of your own, and --output a file
[1] sql 'select sum(name) from classes' | No function matches the given name and argument types 'sum(VARCHAR)'. You might need to add explicit type casts
[1] sql "from read_csv('hands.csv')" | No files found that match the pattern "hands.csv"
[1] sql 'select $hand' | $hand has no value; write the value in its place
[1] sql 'select * from d' | there is no table 'd'; 'pokerlake tables' lists those that there are
sql 'select [1, 2] as pair' -f csv | column 'pair' is INTEGER[], which csv cannot hold; take table or json or ndjson or parquet or arrow or md or duckdb, or cast it to varchar in SQL

# Numbers that Python reads, and people do not write.

learn kuhn --games ٣ | Invalid value '٣' for '--games': it is no whole number; give such as 5, 1_000 or 1e6 (see 'pokerlake learn --help')
deal 1e6e | Invalid value '1e6e' for 'DEALS': it is no whole number; give such as 5, 1_000 or 1e6 (see 'pokerlake deal --help')
learn kuhn -p explore=1_0 | parameter explore is '1_0'; give a number
draw change --weights 25:1e99999999 | --weights: '1e99999999' is no number

# Where a result goes; result.csv is there already, and folder.csv is a folder.

sql 'select 1' -o result | result has no ending that names a format; give one of .txt .csv .tsv .json .ndjson .jsonl .parquet .arrow .feather .md .xlsx .sqlite .sqlite3 .db .duckdb .npy .npz .ohh .phhs .phh, or --format
sql 'select 1' -o result.xls | result.xls has no ending that names a format; did you mean '.xlsx'?
[1] sql 'select 1' -o nowhere/result.csv | nowhere/result.csv cannot be written: there is no folder nowhere
[1] sql 'select clas_id from classes' -o result.csv | there is no column 'clas_id' here; did you mean 'class_id'?
[1] sql "select class_of(name) from classes" -o result.csv | 'royal flush' at character 1: 'r' is not a rank; ranks are 23456789TJQKA
"""  # noqa: E501


@pytest.mark.parametrize(("line", "said"), told_of(TABLE))
def test_bad_input_is_one_line(at_home, line, said):
    (at_home / "folder.csv").mkdir()
    (at_home / "result.csv").write_bytes(b"an older result")
    before = contents(at_home)
    assert told(run(line)) == said
    assert contents(at_home) == before


def test_a_long_value_is_cut_within_the_line(at_home):
    code, out, error = run("range show", "A" * 50_000 + "\x1b[31m")
    assert (code, out) == (2, b"")
    assert len(error) < 300
    code, out, error = run("draw change --coins", "1," + "9" * 50_000 + "\x1bx")
    assert (code, out) == (2, b"")
    assert error.startswith("error: --coins: '999")
    assert error.endswith("is no whole number\n")
    assert len(error) < 300


# ---------------------------------------------------------------- numbers that are too large


HUGE = 10**20


def whole_numbers():
    """Every option of every command that takes a whole number."""
    waiting = [((), typer.main.get_command(app))]
    while waiting:
        words, command = waiting.pop()
        waiting += [((*words, name), c) for name, c in getattr(command, "commands", {}).items()]
        for param in [] if hasattr(command, "commands") else command.params:
            kind = getattr(getattr(param, "type_descriptor", None), "annotation", None)
            if kind is int and param.opts[0].startswith("--"):
                yield (*words, param.opts[0])


@pytest.mark.parametrize("words", sorted(whole_numbers()), ids=" ".join)
def test_a_number_that_is_too_large_is_refused(words):
    result = CliRunner().invoke(app, [*words, str(HUGE)])
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("error: Invalid value")
    assert f"'{HUGE}'" in result.stderr
    assert words[-1] in result.stderr


@pytest.mark.parametrize("command", ["serve", "build", "solve", "pushfold"])
def test_more_workers_than_any_machine_has(command):
    result = CliRunner().invoke(app, [command, "--workers", "1000000"])
    assert result.exit_code == 2
    assert "give 0 to 1,024 (" in result.stderr
