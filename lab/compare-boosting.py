"""Trains XGBoost on the matrices that compare-boosting.ts writes and prints its log losses as JSON."""

import json
import sys
from pathlib import Path

import numpy
import xgboost

folder = Path(sys.argv[1])
task = json.loads((folder / "task.json").read_text())


def load(name):
    values = numpy.fromfile(folder / f"{name}.values", dtype="<f4").reshape(-1, task["width"])
    labels = numpy.fromfile(folder / f"{name}.labels", dtype="<f4")
    weights = numpy.fromfile(folder / f"{name}.weights", dtype="<f4")
    return xgboost.DMatrix(values, label=labels, weight=weights, missing=numpy.nan)


train, test = load("train"), load("test")
losses = []
for parameters in task["runs"]:
    history = {}
    xgboost.train(
        {
            "objective": "binary:logistic",
            "eval_metric": "logloss",
            "tree_method": "hist",
            "max_bin": 255,
            "nthread": 1,
            **parameters,
        },
        train,
        num_boost_round=task["trees"],
        evals=[(test, "test")],
        evals_result=history,
        verbose_eval=False,
    )
    losses.append(history["test"]["logloss"][-1])
print(json.dumps({"version": xgboost.__version__, "losses": losses}))
