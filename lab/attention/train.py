"""Trains the network over a page's blocks from the rows of export-rows.ts, and writes its weights in 8 bits.

    python train.py FOLDER MODEL.json

The sites of one fold are not learned from: the network's weight beside the trees is chosen on them.
"""

import base64
import json
import sys
import time
from functools import partial
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np

FEATURES = 140
QUANTILES = 63
WIDTH, LAYERS, HEADS = 48, 2, 4
HIDDEN = 2 * WIDTH
WINDOW = 1024
LENGTHS = (64, 128, 256, 512, WINDOW)
BATCH_BLOCKS = 4096
EPOCHS = 8
RATE, WARM_UP, DECAY = 2e-3, 100, 0.05
DROPOUT, MISSING, MISSING_FAMILY = 0.2, 0.1, 0.1
ROTARY_BASE = 10_000.0
HELD_OUT_FOLD = 0
WEIGHTS = np.arange(17) / 16
SEED = 1


def read_rows(folder):
    head = json.loads((folder / "rows.json").read_text())
    width = len(head["features"])
    values = np.memmap(folder / "values.f32", np.float32, "r").reshape(-1, width)[:, :FEATURES]
    labels, weights = (np.fromfile(folder / f"{name}.f32", np.float32) for name in ("labels", "weights"))
    pages = np.array(head["pages"])
    starts = np.concatenate([[0], np.cumsum(pages[:, 0])[:-1]])
    return head, values, labels, weights, pages, starts


def find_quantiles(values):
    """For every feature the distinct quantiles of its known values, and the rank of what lies between them."""
    shares = np.arange(1, QUANTILES + 1) / (QUANTILES + 1)
    bounds, ranks = [], []
    for column in range(FEATURES):
        known = np.asarray(values[:, column])
        known = known[~np.isnan(known)]
        quantiles = np.quantile(known, shares, method="lower") if len(known) else np.zeros(1, np.float32)
        distinct, counts = np.unique(quantiles.astype(np.float32), return_counts=True)
        bounds.append(distinct)
        ranks.append(1 + np.concatenate([[0], np.cumsum(counts)]))
    return bounds, ranks


def to_ranks(values, bounds, ranks):
    """Ranks from 1 on, 0 for what is missing."""
    found = np.empty((len(values), FEATURES), np.uint8)
    for column in range(FEATURES):
        own = np.asarray(values[:, column])
        rank = ranks[column][np.searchsorted(bounds[column], own, side="right")]
        found[:, column] = np.where(np.isnan(own), 0, rank)
    return found


def windows_of(starts, pages, choose):
    """Windows of about the same size for each chosen page: where they start and how long they are."""
    windows = []
    for start, (count, fold, augmented) in zip(starts, pages):
        if count == 0 or not choose(fold, augmented):
            continue
        parts = -(-count // WINDOW)
        size = -(-count // parts)
        windows += [(start + at, min(size, count - at)) for at in range(0, count, size)]
    return windows


def batches_of(windows, random):
    """Windows of about the same length together, about `BATCH_BLOCKS` blocks a batch, in random order."""
    batches = []
    for index, length in enumerate(LENGTHS):
        shortest = LENGTHS[index - 1] if index else 0
        own = [window for window in windows if shortest < window[1] <= length]
        if random is not None:
            random.shuffle(own)
        size = BATCH_BLOCKS // length
        batches += [(length, own[at : at + size]) for at in range(0, len(own), size)]
    if random is not None:
        random.shuffle(batches)
    return batches


def fill(length, windows, arrays):
    size = BATCH_BLOCKS // length
    filled = [np.zeros((size, length, *array.shape[1:]), array.dtype) for array in arrays]
    for row, (start, count) in enumerate(windows):
        for to, array in zip(filled, arrays):
            to[row, :count] = array[start : start + count]
    used = np.zeros((size, length), bool)
    for row, (_, count) in enumerate(windows):
        used[row, :count] = True
    return (*filled, used)


def make_parameters(key):
    def linear(key, inputs, outputs, scale=1.0):
        weights = jax.random.normal(key, (inputs, outputs)) * scale * inputs**-0.5
        return {"w": weights, "b": jnp.zeros(outputs)}

    keys = iter(jax.random.split(key, 2 + 4 * LAYERS))
    layers = [
        {
            "attend_norm": {"g": jnp.ones(WIDTH), "c": jnp.zeros(WIDTH)},
            "qkv": linear(next(keys), WIDTH, 3 * WIDTH),
            "out": linear(next(keys), WIDTH, WIDTH, 0.5),
            "feed_forward_norm": {"g": jnp.ones(WIDTH), "c": jnp.zeros(WIDTH)},
            "up": linear(next(keys), WIDTH, HIDDEN),
            "down": linear(next(keys), HIDDEN, WIDTH, 0.5),
        }
        for _ in range(LAYERS)
    ]
    norm = {"g": jnp.ones(WIDTH), "c": jnp.zeros(WIDTH)}
    last = linear(next(keys), WIDTH, 1)
    return {"input": linear(next(keys), 3 * FEATURES, WIDTH), "layers": layers, "norm": norm, "last": last}


def apply_norm(parameters, x):
    mean = x.mean(-1, keepdims=True)
    variance = ((x - mean) ** 2).mean(-1, keepdims=True)
    return (x - mean) * jax.lax.rsqrt(variance + 1e-5) * parameters["g"] + parameters["c"]


def apply_linear(parameters, x):
    return x @ parameters["w"] + parameters["b"]


def rotate(x, cos, sin):
    one, other = jnp.split(x, 2, -1)
    return jnp.concatenate([one * cos - other * sin, one * sin + other * cos], -1)


def families_of(features):
    """The family of each feature as a number: what stands before the point, class names, or a base learner."""

    def name_of(feature):
        if feature.endswith("names"):
            return "names"
        return feature.split(".")[0] if "." in feature else feature.rsplit(" ", 1)[0]

    names = [name_of(feature) for feature in features]
    return np.array([sorted(set(names)).index(name) for name in names])


def log_odds(parameters, ranks, used, key=None, families=None):
    def drop(x, key, share=DROPOUT):
        return x if key is None else x * jax.random.bernoulli(key, 1 - share, x.shape) / (1 - share)

    keys = iter([None] * 16 if key is None else jax.random.split(key, 16))
    missing_key = next(keys)
    known = ranks > 0
    if missing_key is not None:
        one, other = jax.random.split(missing_key)
        known &= jax.random.bernoulli(one, 1 - MISSING, (ranks.shape[0], 1, FEATURES))
        whole = jax.random.bernoulli(other, 1 - MISSING_FAMILY, (ranks.shape[0], 1, families.max() + 1))
        known &= whole[..., families]
    u = (ranks.astype(jnp.float32) - 32) / 18
    inputs = jnp.concatenate([jnp.where(known, u, 0), jnp.where(known, u * u - 1, 0), 1.0 - known], -1)
    x = drop(apply_linear(parameters["input"], inputs), next(keys))
    batch, length, _ = x.shape
    size = WIDTH // HEADS
    angles = jnp.arange(length)[:, None] * ROTARY_BASE ** (-jnp.arange(size // 2) / (size // 2))
    cos, sin = jnp.cos(angles)[:, None], jnp.sin(angles)[:, None]
    for layer in parameters["layers"]:
        qkv = apply_linear(layer["qkv"], apply_norm(layer["attend_norm"], x))
        q, k, v = (part.reshape(batch, length, HEADS, size) for part in jnp.split(qkv, 3, -1))
        scores = jnp.einsum("bqhd,bkhd->bhqk", rotate(q, cos, sin), rotate(k, cos, sin)) * size**-0.5
        shares = jax.nn.softmax(jnp.where(used[:, None, None, :], scores, -1e9), -1)
        mixed = jnp.einsum("bhqk,bkhd->bqhd", shares, v).reshape(batch, length, WIDTH)
        x = x + drop(apply_linear(layer["out"], mixed), next(keys))
        hidden = jax.nn.gelu(apply_linear(layer["up"], apply_norm(layer["feed_forward_norm"], x)))
        x = x + drop(apply_linear(layer["down"], drop(hidden, next(keys))), next(keys))
    return apply_linear(parameters["last"], apply_norm(parameters["norm"], x))[..., 0]


def loss_of(parameters, families, ranks, labels, weights, used, key):
    odds = log_odds(parameters, ranks, used, key, families)
    losses = jnp.logaddexp(0, odds) - labels * odds
    return (losses * weights).sum() / BATCH_BLOCKS


@partial(jax.jit, static_argnums=0, donate_argnums=(1, 2, 3))
def step(families, parameters, first, second, count, rate, key, ranks, labels, weights, used):
    """AdamW."""
    loss, slopes = jax.value_and_grad(loss_of)(
        parameters, np.array(families), ranks, labels, weights, used, key
    )
    norm = jnp.sqrt(sum(jnp.sum(slope**2) for slope in jax.tree.leaves(slopes)))
    slopes = jax.tree.map(lambda slope: slope * jnp.minimum(1.0, 1.0 / (norm + 1e-9)), slopes)
    first = jax.tree.map(lambda old, slope: 0.9 * old + 0.1 * slope, first, slopes)
    second = jax.tree.map(lambda old, slope: 0.98 * old + 0.02 * slope**2, second, slopes)

    def change(value, mean, square):
        moved = mean / (1 - 0.9**count) / (jnp.sqrt(square / (1 - 0.98**count)) + 1e-8)
        return value - rate * (moved + (DECAY * value if value.ndim > 1 else 0))

    return jax.tree.map(change, parameters, first, second), first, second, loss


def train(families, ranks, labels, weights, windows):
    random = np.random.default_rng(SEED)
    parameters = make_parameters(jax.random.key(SEED))
    first, second = (jax.tree.map(jnp.zeros_like, parameters) for _ in range(2))
    steps = EPOCHS * len(batches_of(windows, None))
    key, count, began = jax.random.key(SEED + 1), 0, time.time()
    for epoch in range(EPOCHS):
        total = 0.0
        for length, own in batches_of(windows, random):
            count += 1
            rate = RATE * min(1, count / WARM_UP) * 0.5 * (1 + np.cos(np.pi * count / steps))
            batch = fill(length, own, (ranks, labels, weights))
            key, own_key = jax.random.split(key)
            parameters, first, second, loss = step(
                families, parameters, first, second, float(count), rate, own_key, *batch
            )
            total += float(loss)
            if count % 50 == 0:
                print(f"{time.time() - began:.0f} s, {count}/{steps}, loss {float(loss):.4f}", flush=True)
        print(f"epoch {epoch + 1}: loss {total / count * (epoch + 1):.4f}", flush=True)
    return parameters


def score(parameters, ranks, windows):
    """The log-odds of the blocks of windows, one after the other."""
    run = jax.jit(log_odds)
    found = {}
    for length, own in batches_of(windows, None):
        batch_ranks, used = fill(length, own, (ranks,))
        odds = np.asarray(run(parameters, batch_ranks, used))
        for row, (start, count) in enumerate(own):
            found[start] = odds[row, :count]
    return np.concatenate([found[start] for start, _ in windows])


def choose_weight(folder, odds, labels, weights, counts):
    """The weight of the network with the highest mean F1 over the pages of held-out sites."""
    trees = np.fromfile(folder / "held-out-trees.f32", np.float32)
    means = []
    for weight in WEIGHTS:
        blend = (1 - weight) * trees + weight * odds
        kept = blend > 0
        scores, at = [], 0
        for count in counts:
            own = slice(at, at + count)
            hits = (weights[own] * labels[own] * kept[own]).sum()
            both = (weights[own] * (labels[own] + kept[own])).sum()
            scores.append(2 * hits / both if both else 1)
            at += count
        means.append(np.mean(scores))
        print(f"weight {weight:.4f}: F1 {means[-1]:.4f}", flush=True)
    return float(WEIGHTS[np.argmax(means)])


def fold_norm(norm, linear):
    """Folds the gain and offset of a norm into the linear layer after it."""
    return {"w": norm["g"][:, None] * linear["w"], "b": linear["b"] + norm["c"] @ linear["w"]}


def quantise(linear):
    """Weights as whole numbers from -127 to 127, column after column, with the scale of each column."""
    weights = np.asarray(linear["w"], np.float32)
    scales = np.maximum(np.abs(weights).max(0), 1e-12) / 127
    whole = np.round(weights / scales).astype(np.int8)
    return {
        "weights": pack(whole.T),
        "scales": pack(scales.astype("<f4")),
        "offsets": pack(np.asarray(linear["b"], "<f4")),
    }


def pack(numbers):
    return base64.b64encode(np.ascontiguousarray(numbers).tobytes()).decode()


def model_of(head, parameters, bounds, ranks, weight):
    layers = [
        {
            "attend": quantise(fold_norm(layer["attend_norm"], layer["qkv"])),
            "join": quantise(layer["out"]),
            "up": quantise(fold_norm(layer["feed_forward_norm"], layer["up"])),
            "down": quantise(layer["down"]),
        }
        for layer in parameters["layers"]
    ]
    return {
        "features": head["features"][:FEATURES],
        "training": head["training"],
        "width": WIDTH,
        "heads": HEADS,
        "weight": weight,
        "bins": pack(np.array([len(own) for own in bounds], np.uint8)),
        "bounds": pack(np.concatenate(bounds).astype("<f4")),
        "ranks": pack(np.concatenate(ranks).astype(np.uint8)),
        "input": quantise(parameters["input"]),
        "layers": layers,
        "last": quantise(fold_norm(parameters["norm"], parameters["last"])),
    }


def main(folder, target):
    head, values, labels, weights, pages, starts = read_rows(folder)
    bounds, rank_table = find_quantiles(values)
    ranks = to_ranks(values, bounds, rank_table)
    print(f"{len(ranks)} rows of {len(pages)} pages", flush=True)
    learned = windows_of(starts, pages, lambda fold, _: fold != HELD_OUT_FOLD)
    held_out = windows_of(starts, pages, lambda fold, augmented: fold == HELD_OUT_FOLD and not augmented)
    roots = np.sqrt(weights)
    families = tuple(families_of(head["features"][:FEATURES]).tolist())
    parameters = jax.tree.map(np.asarray, train(families, ranks, labels, roots / roots.mean(), learned))
    rows = np.concatenate([np.arange(start, start + count) for start, count in held_out])
    odds = score(parameters, ranks, held_out)
    counts = pages[(pages[:, 1] == HELD_OUT_FOLD) & (pages[:, 2] == 0), 0]
    weight = choose_weight(folder, odds, labels[rows], weights[rows], counts)
    model = model_of(head, parameters, bounds, rank_table, weight)
    target.write_text(json.dumps(model))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
