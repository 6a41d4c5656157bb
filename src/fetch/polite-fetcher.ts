import { asNewsError } from "../errors/index.ts";
import { type Fetcher, type FetchOptions, makeFetcher, type Turn } from "./fetch-page.ts";
import {
  DEFAULT_DELAY_MS,
  HostPace,
  KNOWN_HOSTS,
  MACHINE_CLOCK,
  type PaceClock,
  RecentMap,
} from "./hosts.ts";
import type { RobotsFile } from "./robots.ts";

/** Hosts that are asked at once. */
const MAX_CONNECTIONS = 16;

/** Limits and politeness of fetching from many hosts. */
export interface PoliteOptions extends FetchOptions {
  /** Time from one request to the next of the same host, unless its robots.txt asks for more; 1 s. */
  readonly delayMs?: number | undefined;
  /** Hosts that are asked at once; 16. */
  readonly maxConnections?: number | undefined;
  /** The clock, for tests. */
  readonly clock?: PaceClock | undefined;
  /** From 0 to 1: how much later than asked for a server is tried again. */
  readonly random?: (() => number) | undefined;
}

/** A fetcher that keeps the pace of every host, and what its robots.txt files say. */
export interface PoliteFetcher {
  /** Waits for the host's turn: one request at a time, a delay apart, redirects and robots.txt included. */
  readonly get: Fetcher;
  /** The robots.txt of an address's host, read in its turn; undefined where robots.txt is ignored or cannot be read. */
  robots(url: string): Promise<RobotsFile | undefined>;
}

/** Makes a fetcher for many hosts, each of them asked politely. */
export function makePoliteFetcher(options: PoliteOptions = {}): PoliteFetcher {
  const { delayMs = DEFAULT_DELAY_MS, clock = MACHINE_CLOCK, random = Math.random, ...rest } = options;
  const { maxConnections = MAX_CONNECTIONS, ...fetchOptions } = rest;
  const lanes = new RecentMap<string, Lane>(KNOWN_HOSTS);
  const connections = new Slots(maxConnections);
  const laneOf = (host: string): Lane => {
    const lane = lanes.get(host) ?? new Lane(host, new HostPace(delayMs, clock, random), connections);
    lanes.set(host, lane);
    return lane;
  };
  const get = makeFetcher(fetchOptions, { inTurn: (url, turn) => laneOf(url.host).take(turn) });
  const robots = async (url: string): Promise<RobotsFile | undefined> => {
    const { host } = new URL(url);
    // Any request reads the file first; a forbidden one is never sent.
    if (laneOf(host).robots === undefined)
      await get(new URL("/", url), { anyType: true }).catch(() => undefined);
    return laneOf(host).robots;
  };
  return { get, robots };
}

/** The requests to one host, one after the other. */
class Lane {
  readonly #host: string;
  readonly #pace: HostPace;
  readonly #connections: Slots;
  readonly #turns = new Slots(1);
  /** The host's robots.txt, once it was read. */
  robots: RobotsFile | undefined;

  constructor(host: string, pace: HostPace, connections: Slots) {
    this.#host = host;
    this.#pace = pace;
    this.#connections = connections;
  }

  /** Sends a request when its turn has come. */
  async take<R>({ deadline, readRobots, send }: Turn<R>): Promise<R> {
    await deadline.pause(() => this.#turns.enter());
    try {
      const read = this.robots === undefined ? readRobots : undefined;
      if (read) this.robots = await this.#ask(deadline, read);
      this.#pace.slowTo(this.robots?.crawlDelayMs ?? 0);
      return await this.#ask(deadline, send);
    } finally {
      this.#turns.leave();
    }
  }

  async #ask<R>({ pause }: Turn<R>["deadline"], send: () => Promise<R>): Promise<R> {
    this.#pace.refuseGone(this.#host);
    await pause(async () => {
      await this.#pace.wait();
      await this.#connections.enter();
    });
    try {
      this.#pace.begin();
      const answer = await send();
      this.#pace.addAnswer();
      // The delay counts from the end of an answer: however late a request was sent, the next one does not follow on its heels.
      this.#pace.begin();
      return answer;
    } catch (error) {
      this.#pace.addError(asNewsError(error));
      throw error;
    } finally {
      this.#connections.leave();
    }
  }
}

/** Lets in as many as there are slots, the others in the order they came. */
class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(free: number) {
    this.#free = free;
  }

  async enter(): Promise<void> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((admit) => this.#waiting.push(admit));
  }

  leave(): void {
    const admit = this.#waiting.shift();
    if (admit) admit();
    else this.#free++;
  }
}
