/** A simulated cluster: machines of different speed, slow tasks, lost machines, failing attempts. */
export interface ClusterOrder {
  /** What each task takes on a machine of normal speed, in the order in which they are started. */
  readonly taskMs: ArrayLike<number>;
  readonly slots: number;
  readonly slotsOfMachine: number;
  /** 0..1, seeded. */
  readonly random: () => number;
  readonly faults: ClusterFaults;
  /** Second attempts of slow tasks at the end, as Spark's `spark.speculation` starts them. */
  readonly isSpeculative: boolean;
}

/** The faults of a cluster; none with `NO_FAULTS`. */
export interface ClusterFaults {
  /** Standard deviation of the logarithm of the speed of machines. */
  readonly speedSpread: number;
  /** Attempts that run slow, and how much. */
  readonly slowShare: number;
  readonly slowFactor: number;
  /** Machines that are taken away in an hour, as a share; another comes after a while. */
  readonly lossesAnHour: number;
  readonly replacedAfterMs: number;
  /** Attempts that fail in the middle; a task that fails too often ends the job. */
  readonly failShare: number;
  readonly maxFailures: number;
}

/** Nothing goes wrong. */
export const NO_FAULTS: ClusterFaults = {
  speedSpread: 0,
  slowShare: 0,
  slowFactor: 1,
  lossesAnHour: 0,
  replacedAfterMs: 0,
  failShare: 0,
  maxFailures: 4,
};

/** How a job went. */
export interface ClusterRun {
  readonly wallMs: number;
  /** Time of slots in which an attempt ran, and the part of it whose result counted. */
  readonly busyMs: number;
  readonly usefulMs: number;
  /** From the moment when no task waited any more to the end. */
  readonly tailMs: number;
  readonly done: number;
  readonly attempts: number;
  /** Whether a task failed so often that the job was given up. */
  readonly isFailed: boolean;
}

/** Spark's defaults: copies of tasks that take 1.5 times the median, once three quarters are done. */
const SPECULATION = { quantile: 0.75, multiplier: 1.5 } as const;
/** The time between two searches for slow tasks. */
const CHECK_MS = 10_000;
const HOUR_MS = 3_600_000;

interface Attempt {
  readonly task: number;
  readonly slot: number;
  readonly startMs: number;
  readonly isFailing: boolean;
  isOver: boolean;
}

type Event = { readonly atMs: number } & (
  | { readonly kind: "end"; readonly attempt: Attempt }
  | { readonly kind: "lost" | "back"; readonly machine: number }
  | { readonly kind: "check" }
);

/** Runs a job. */
export function simulate(order: ClusterOrder): ClusterRun {
  const cluster = new Cluster(order);
  return cluster.run();
}

class Cluster {
  readonly #order: ClusterOrder;
  readonly #events = new EventHeap();
  readonly #speed: Float64Array;
  readonly #isAway: Uint8Array;
  readonly #failures: Uint8Array;
  readonly #running = new Map<number, Attempt[]>();
  readonly #bySlot: (Attempt | undefined)[];
  readonly #idle: number[] = [];
  readonly #again: number[] = [];
  readonly #durations: number[] = [];
  #next = 0;
  #nowMs = 0;
  #busyMs = 0;
  #usefulMs = 0;
  #attempts = 0;
  #emptyMs: number | undefined;
  #isFailed = false;

  constructor(order: ClusterOrder) {
    this.#order = order;
    const { slots, slotsOfMachine, random, faults } = order;
    const machines = Math.ceil(slots / slotsOfMachine);
    this.#speed = Float64Array.from({ length: machines }, () =>
      Math.exp(faults.speedSpread * normal(random)),
    );
    this.#isAway = new Uint8Array(machines);
    this.#failures = new Uint8Array(order.taskMs.length);
    this.#bySlot = Array.from({ length: slots });
    for (let slot = slots - 1; slot >= 0; slot--) this.#idle.push(slot);
    for (let machine = 0; machine < machines; machine++) this.#planLoss(machine);
    if (order.isSpeculative) this.#events.push({ kind: "check", atMs: CHECK_MS });
  }

  run(): ClusterRun {
    const count = this.#order.taskMs.length;
    this.#fill();
    while (this.#durations.length < count && !this.#isFailed) {
      const event = this.#events.pop();
      if (event === undefined) throw new Error("Tasks wait, and nothing happens.");
      this.#nowMs = event.atMs;
      if (event.kind === "end") this.#end(event.attempt);
      else if (event.kind === "lost") this.#lose(event.machine);
      else if (event.kind === "back") this.#giveBack(event.machine);
      else this.#check();
      this.#fill();
    }
    const done = this.#durations.length;
    const [wallMs, attempts, isFailed] = [this.#nowMs, this.#attempts, this.#isFailed];
    const tailMs = wallMs - (this.#emptyMs ?? wallMs);
    return { wallMs, busyMs: this.#busyMs, usefulMs: this.#usefulMs, tailMs, done, attempts, isFailed };
  }

  /** Starts waiting tasks on idle slots. */
  #fill(): void {
    while (this.#idle.length > 0) {
      const task = this.#again.pop() ?? (this.#next < this.#order.taskMs.length ? this.#next++ : undefined);
      if (task === undefined) {
        this.#emptyMs ??= this.#nowMs;
        return;
      }
      this.#start(task, this.#idle.pop()!);
    }
  }

  #start(task: number, slot: number): void {
    const { taskMs, slotsOfMachine, random, faults } = this.#order;
    const slow = random() < faults.slowShare ? faults.slowFactor : 1;
    const isFailing = random() < faults.failShare;
    const wholeMs = (taskMs[task]! * slow) / this.#speed[Math.floor(slot / slotsOfMachine)]!;
    const attempt: Attempt = { task, slot, startMs: this.#nowMs, isFailing, isOver: false };
    this.#bySlot[slot] = attempt;
    const others = this.#running.get(task);
    if (others) others.push(attempt);
    else this.#running.set(task, [attempt]);
    this.#attempts++;
    this.#events.push({
      kind: "end",
      attempt,
      atMs: this.#nowMs + (isFailing ? wholeMs * random() : wholeMs),
    });
  }

  #end(attempt: Attempt): void {
    if (attempt.isOver) return;
    const tookMs = this.#release(attempt);
    const { task } = attempt;
    if (attempt.isFailing) {
      this.#failures[task]!++;
      if (this.#failures[task]! >= this.#order.faults.maxFailures) this.#isFailed = true;
      else if (!this.#running.has(task)) this.#again.push(task);
      return;
    }
    this.#usefulMs += tookMs;
    this.#durations.push(tookMs);
    // One of two attempts is committed; the other is stopped.
    for (const other of this.#running.get(task) ?? []) this.#release(other);
  }

  /** Ends an attempt, whatever its outcome; returns the time it took. */
  #release(attempt: Attempt): number {
    attempt.isOver = true;
    const { slot, task } = attempt;
    const tookMs = this.#nowMs - attempt.startMs;
    this.#busyMs += tookMs;
    this.#bySlot[slot] = undefined;
    const left = (this.#running.get(task) ?? []).filter((each) => each !== attempt);
    if (left.length === 0) this.#running.delete(task);
    else this.#running.set(task, left);
    if (!this.#isAway[Math.floor(slot / this.#order.slotsOfMachine)]) this.#idle.push(slot);
    return tookMs;
  }

  #planLoss(machine: number): void {
    const { random, faults } = this.#order;
    if (faults.lossesAnHour === 0) return;
    const waitMs = (-Math.log(1 - random()) / faults.lossesAnHour) * HOUR_MS;
    this.#events.push({ kind: "lost", machine, atMs: this.#nowMs + waitMs });
  }

  /** Attempts on a lost machine are started elsewhere; Spark counts no failure for them. */
  #lose(machine: number): void {
    const { slotsOfMachine, slots, faults } = this.#order;
    this.#isAway[machine] = 1;
    const from = machine * slotsOfMachine;
    for (let slot = from; slot < Math.min(from + slotsOfMachine, slots); slot++) {
      const attempt = this.#bySlot[slot];
      if (attempt === undefined) continue;
      this.#release(attempt);
      if (!this.#running.has(attempt.task)) this.#again.push(attempt.task);
    }
    const isHere = (slot: number) => Math.floor(slot / slotsOfMachine) === machine;
    this.#idle.splice(0, this.#idle.length, ...this.#idle.filter((slot) => !isHere(slot)));
    this.#events.push({ kind: "back", machine, atMs: this.#nowMs + faults.replacedAfterMs });
  }

  #giveBack(machine: number): void {
    const { slotsOfMachine, slots, random, faults } = this.#order;
    this.#isAway[machine] = 0;
    this.#speed[machine] = Math.exp(faults.speedSpread * normal(random));
    const from = machine * slotsOfMachine;
    for (let slot = from; slot < Math.min(from + slotsOfMachine, slots); slot++) this.#idle.push(slot);
    this.#planLoss(machine);
  }

  #check(): void {
    this.#events.push({ kind: "check", atMs: this.#nowMs + CHECK_MS });
    const isLate = this.#durations.length >= SPECULATION.quantile * this.#order.taskMs.length;
    if (!isLate || this.#idle.length === 0 || this.#emptyMs === undefined) return;
    const sorted = Float64Array.from(this.#durations).sort();
    const limitMs = SPECULATION.multiplier * sorted[Math.floor(sorted.length / 2)]!;
    for (const [task, [first, second]] of this.#running) {
      if (this.#idle.length === 0) return;
      if (second === undefined && this.#nowMs - first!.startMs > limitMs)
        this.#start(task, this.#idle.pop()!);
    }
  }
}

/** A standard normal variate (Box and Muller). */
export function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** The earliest event first. */
class EventHeap {
  readonly #heap: Event[] = [];

  push(event: Event): void {
    const heap = this.#heap;
    let at = heap.length;
    heap.push(event);
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (heap[above]!.atMs <= event.atMs) break;
      heap[at] = heap[above]!;
      at = above;
    }
    heap[at] = event;
  }

  pop(): Event | undefined {
    const heap = this.#heap;
    const [first] = heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= heap.length) break;
      if (below + 1 < heap.length && heap[below + 1]!.atMs < heap[below]!.atMs) below++;
      if (heap[below]!.atMs >= last.atMs) break;
      heap[at] = heap[below]!;
      at = below;
    }
    heap[at] = last;
    return first;
  }
}
