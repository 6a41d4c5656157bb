"""Runs the Spark job again and again in one session: options in as lines of JSON, the times of each run's tasks out."""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "integrations" / "spark"))

from pyspark.sql import SparkSession

import extract

#: More than any run has.
_MOST_TASKS = 1_000_000


def _stages(spark: SparkSession) -> set[int]:
    tracker = spark.sparkContext.statusTracker()
    jobs = [tracker.getJobInfo(job) for job in tracker.getJobIdsForGroup()]
    return {stage for job in jobs if job is not None for stage in job.stageIds}


def _tasks(spark: SparkSession, stages: set[int]) -> list[dict[str, int]]:
    """The tasks of the stage that took most, in the order of their start; small stages look at input and output."""
    store = spark.sparkContext._jsc.sc().statusStore()
    most: list[dict[str, int]] = []
    for stage in stages:
        found = store.taskList(stage, 0, _MOST_TASKS)
        done = [task for task in (found.apply(at) for at in range(found.size())) if task.duration().isDefined()]
        times = [{"startMs": task.launchTime().getTime(), "tookMs": task.duration().get()} for task in done]
        most = max(most, times, key=lambda each: sum(time["tookMs"] for time in each))
    return sorted(most, key=lambda time: time["startMs"])


spark = None
for line in sys.stdin:
    options = extract._read_options(json.loads(line))
    if spark is None:
        spark = extract._session(options)
    before = _stages(spark)
    extract._run(spark, options)
    print(json.dumps(_tasks(spark, _stages(spark) - before)), flush=True)
if spark is not None:
    spark.stop()
