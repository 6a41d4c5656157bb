"""Runs the Spark job again and again in one session, for bench/spark-runs.ts: options in as lines of JSON, a line out for each run."""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "integrations" / "spark"))

import extract

spark = None
for line in sys.stdin:
    options = extract._read_options(json.loads(line))
    if spark is None:
        spark = extract._session(options)
    extract._run(spark, options)
    print("done", flush=True)
if spark is not None:
    spark.stop()
