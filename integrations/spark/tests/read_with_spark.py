"""Writes a Parquet file of articles as the JSON lines of `galley batch`: spark-submit read_with_spark.py IN OUT."""

from __future__ import annotations

import json
import sys

from pyspark.sql import SparkSession

spark = SparkSession.builder.getOrCreate()
with open(sys.argv[2], "w", encoding="utf-8") as out:
    for row in spark.read.parquet(sys.argv[1]).collect():
        fields = row.asDict(recursive=True)
        code, message = fields.pop("error_code"), fields.pop("error_message")
        if code is not None:
            line = {"id": fields["id"], "url": fields["url"], "error": {"code": code, "message": message}}
        else:
            dates = {name: fields.pop(f"{name}Text") for name in ("published", "modified")}
            line = {**fields, **dates}
            if line["comments"] is None:
                del line["comments"]
        out.write(f"{json.dumps(line)}\n")
spark.stop()
