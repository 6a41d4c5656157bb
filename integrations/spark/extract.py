"""Articles from many archives or a table of pages, by Spark.

spark-submit integrations/spark/extract.py warc.paths OUT --via files|pages
"""

from __future__ import annotations

import argparse
import gzip
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import unquote

import pyarrow as pa
import pyarrow.fs
from py4j.protocol import Py4JJavaError
from pyspark import SparkConf, SparkContext
from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.functions import lit
from pyspark.sql.pandas.types import from_arrow_schema

import galley_feed
import galley_task
from galley_task import Plan, TaskError

_CHECKOUT = Path(__file__).resolve().parents[2]
#: Options of `galley batch` that would change how many lines come out, in which order, or where they go.
_REFUSED = frozenset(
    {
        *("--output", "--report", "--format", "--list", "--resume", "--overwrite"),
        *("--dedup", "--only-articles", "--shard", "--fields", "--fastest-first", "--workers"),
    }
)
_ARCHIVE = re.compile(r"\.warc(\.gz)?$", re.IGNORECASE)
_READABLE = re.compile(r"\.(warc(\.gz|\.zst)?|parquet|(jsonl|ndjson)(\.gz)?)$", re.IGNORECASE)

_HELP = """\
INPUT is a list of archives, a name a line (warc.paths, also .gz), or a Parquet file or folder with the columns
html (or content), url and id. Names are local to every executor, or s3a://, gs://, hdfs://, abfss://.
Options of galley batch follow after --, such as: -- --extractor mss --include byline
"""


def main(arguments: Sequence[str]) -> int:
    """Runs the job; 1 with one line on standard error where it fails."""
    try:
        options = _read_options(arguments)
        spark = _session(options)
    except TaskError as failure:
        return _say(str(failure))
    try:
        _run(spark, options)
        return 0
    except TaskError as failure:
        return _say(str(failure))
    except (PySparkException, Py4JJavaError) as error:
        explained = _explain(str(error))
        if explained is None:
            raise
        return _say(explained)
    finally:
        spark.stop()


def _say(message: str) -> int:
    print(f"extract.py: {message}", file=sys.stderr)
    return 1


def _read_options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="extract.py", description=__doc__, epilog=_HELP, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("input", metavar="INPUT")
    parser.add_argument("output", metavar="OUT", help="a folder that gets Parquet files; it must not be there")
    parser.add_argument("--via", choices=("files", "pages"), default="files", help="what goes to galley (%(default)s)")
    parser.add_argument("--base", help="what relative names in the list start from (default: the folder of the list)")
    parser.add_argument("--archives-per-task", type=_whole, default=1, metavar="N", help="default: %(default)s")
    parser.add_argument("--fields", help="fields of the article, separated by commas (default: all)")
    parser.add_argument("--only-articles", action="store_true", help="keep only rows of articles")
    parser.add_argument("--overwrite", action="store_true", help="replace OUT when the job has worked")
    parser.add_argument("--python", help="Python of the executors (PYSPARK_PYTHON), with pandas, pyarrow and warcio")
    parser.add_argument("--node", default="node", help="Node of the executors, a path or a name on their PATH")
    parser.add_argument("--galley", default=str(_CHECKOUT), help="galley on the executors: its folder or its main.js")
    parser.add_argument("--id-field", help="column of the table with the id (default: id, else the url)")
    parser.add_argument("--url-field", default="url", help="column with the address")
    parser.add_argument("--html-field", help="column with the markup (default: html, else content)")
    parser.add_argument(
        "--silence", type=float, default=600, metavar="SECONDS", help="galley hangs after (%(default)s)"
    )
    own, batch = _split(arguments)
    options = parser.parse_args(own)
    for option in batch:
        if option.split("=")[0] in _REFUSED or re.match(r"-o|-$", option):
            raise TaskError("BAD_OPTION", f"{option} cannot be passed on: it changes which lines come out, or where.")
    fields = None if options.fields is None else tuple(options.fields.split(","))
    galley_task.columns_of(fields)
    options.plan = Plan(options.node, options.galley, fields, tuple(batch), options.silence)
    return options


def _split(arguments: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    at = arguments.index("--") if "--" in arguments else len(arguments)
    return arguments[:at], arguments[at + 1 :]


def _whole(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError("it must be a whole number from 1")
    return int(text)


def _session(options: argparse.Namespace) -> SparkSession:
    if options.python is not None:
        os.environ["PYSPARK_PYTHON"] = options.python
    # Unless the user says otherwise: an executor without Node fails its tasks faster than others work, and would
    # take all retries; tables of pages have rows of megabytes.
    defaults = {
        "spark.excludeOnFailure.enabled": "true",
        "spark.excludeOnFailure.task.maxTaskAttemptsPerExecutor": "2",
        "spark.sql.execution.arrow.maxRecordsPerBatch": "200",
        "spark.sql.parquet.outputTimestampType": "TIMESTAMP_MICROS",
        "spark.sql.session.timeZone": "UTC",
    }
    # What spark-submit was told is in the JVM that it started.
    SparkContext._ensure_initialized()
    conf = SparkConf()
    for name, value in defaults.items():
        conf.setIfMissing(name, value)
    return SparkSession.builder.appName("galley").config(conf=conf).getOrCreate()


def _run(spark: SparkSession, options: argparse.Namespace) -> None:
    _ship(spark)
    schema = from_arrow_schema(galley_task.columns_of(options.plan.fields))
    names = _names(spark, options)
    if names is None:
        pages = _table(spark, options)
        articles = pages.mapInPandas(galley_feed.extract_rows(options.plan), schema)
    else:
        tasks = -(-len(names) // options.archives_per_task)
        numbers = spark.range(0, len(names), 1, tasks)
        shared = spark.sparkContext.broadcast(names)
        articles = numbers.mapInPandas(galley_feed.extract_archives(shared, options.via, options.plan), schema)
    if options.only_articles:
        articles = articles.where("isArticle >= 0.5")
    mode = "overwrite" if options.overwrite or _is_empty(spark, options.output) else "errorifexists"
    articles.write.mode(mode).option("compression", "zstd").parquet(options.output)
    _summarise(spark, options.output)


def _is_empty(spark: SparkSession, output: str) -> bool:
    """Whether a folder is there with nothing in it, as a job that failed leaves it."""
    path = spark._jvm.org.apache.hadoop.fs.Path(output)
    system = path.getFileSystem(spark._jsc.hadoopConfiguration())
    return bool(system.exists(path)) and len(system.listStatus(path)) == 0


def _ship(spark: SparkSession) -> None:
    """Sends the modules of the tasks to the executors, unless spark-submit has done it by --py-files."""
    submitted = spark.sparkContext.getConf().get("spark.submit.pyFiles", "")
    for module in (galley_task, galley_feed):
        if f"{module.__name__}.py" not in submitted:
            spark.sparkContext.addPyFile(str(module.__file__))


def _names(spark: SparkSession, options: argparse.Namespace) -> list[str] | None:
    """The names of the files whose numbers the tasks get; None for a table whose rows they get."""
    is_table = options.input.lower().endswith(".parquet") or _is_folder(options.input)
    if not is_table:
        return _read_list(options)
    if options.via == "pages":
        return None
    files = [name.replace("file:///", "/") for name in spark.read.parquet(options.input).inputFiles()]
    return [unquote(name) for name in sorted(files)]


def _is_folder(place: str) -> bool:
    path = galley_feed.local_path(place)
    if path is not None:
        return os.path.isdir(path)
    system, inside = pa.fs.FileSystem.from_uri(galley_feed.arrow_uri(place))
    return bool(system.get_file_info(inside).type == pa.fs.FileType.Directory)


def _read_list(options: argparse.Namespace) -> list[str]:
    try:
        with galley_feed.open_place(options.input) as file:
            data = file.read()
    except FileNotFoundError:
        raise TaskError("FILE_NOT_FOUND", f"Cannot find {options.input}.") from None
    text = (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode("utf-8-sig", "replace")
    entries = [line.strip() for line in text.splitlines() if line.strip() and not line.strip().startswith("#")]
    if not entries:
        raise TaskError("NO_PAGES", f"The list {options.input} names no archive.")
    base = options.base or os.path.dirname(options.input)
    return [_entry(entry, base, options.via) for entry in entries]


def _entry(entry: str, base: str, via: str) -> str:
    if entry.startswith(("http://", "https://")):
        raise TaskError("BAD_OPTION", f"The list names {entry}: archives are read from files and object stores only.")
    if not (_ARCHIVE if via == "pages" else _READABLE).search(entry.split("?")[0]):
        kinds = "read .warc and .warc.gz" if via == "pages" else "read WARC, JSONL and Parquet"
        raise TaskError("BAD_OPTION", f"The list names {entry}: --via {via} can {kinds} files.")
    if "://" in entry or entry.startswith("/"):
        return entry
    joined = f"{base.rstrip('/')}/{entry}" if base else entry
    # Executors have other working folders.
    return joined if "://" in joined else os.path.abspath(joined)


def _table(spark: SparkSession, options: argparse.Namespace) -> DataFrame:
    pages = spark.read.parquet(options.input)
    html = options.html_field or ("html" if "html" in pages.columns else "content")
    url = options.url_field if options.url_field in pages.columns else None
    page_id = options.id_field or ("id" if "id" in pages.columns else url)
    for column in (html, page_id):
        if column not in pages.columns:
            wanted = "html or content" if column == html and not options.html_field else str(column or "id or url")
            raise TaskError("NO_COLUMN", f"The table {options.input} has no column {wanted}.")
    return pages.select(
        pages[page_id].cast("string").alias("id"),
        (pages[url].cast("string") if url else lit(None).cast("string")).alias("url"),
        pages[html].alias("html"),
    )


def _summarise(spark: SparkSession, output: str) -> None:
    """Counts what was committed: counters in tasks would count those that were done twice."""
    rows = spark.read.parquet(output).groupBy("error_code").count().collect()
    failures = sorted(
        ((row["count"], row["error_code"]) for row in rows if row["error_code"] is not None), reverse=True
    )
    failed = sum(count for count, _ in failures)
    listed = ", ".join(f"{code} {count}" for count, code in failures)
    total = sum(row["count"] for row in rows)
    print(f"extract.py: {total} pages, {f'{failed} failed ({listed})' if failed else 'none failed'}", file=sys.stderr)


_FAULTS = (
    (r"TaskError: (?P<said>[A-Z_]+: [^\n]+)", "{said}"),
    (
        r'Cannot run program "(?P<python>[^"]+)"',
        "NO_PYTHON: There is no Python at {python} on an executor; name its place by --python.",
    ),
    (
        r"ModuleNotFoundError: No module named '(?P<module>[\w.]+)'",
        "NO_MODULE: The Python of the executors lacks {module}; install integrations/spark/requirements.txt there.",
    ),
    (r"\[PYTHON_VERSION_MISMATCH\] (?P<said>[^\n]+)", "NO_PYTHON: {said} Name the same Python by --python."),
    (
        r"\[PATH_ALREADY_EXISTS\] (?P<said>[^.\n]+)",
        "OUTPUT_EXISTS: {said}. Name another, or replace it by --overwrite.",
    ),
    (r"\[PATH_NOT_FOUND\] (?P<said>[^\n]+)", "FILE_NOT_FOUND: {said}"),
    (r"No space left on device", "WRITE_FAILED: A disk is full; nothing of this run is in OUT."),
)


def _explain(text: str) -> str | None:
    """The line that says what Spark says on a page of text; None where it is none of the known faults."""
    for pattern, line in _FAULTS:
        if found := re.search(pattern, text):
            return line.format(**found.groupdict())
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
