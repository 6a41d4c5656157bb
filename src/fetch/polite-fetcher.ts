import { asNewsError, NewsError } from "../errors/index.ts";
import { type Fetcher, type FetchOptions, makeFetcher } from "./fetch-page.ts";
import {
  DEFAULT_DELAY_MS,
  HostPace,
  KNOWN_HOSTS,
  MACHINE_CLOCK,
  type PaceClock,
  RecentMap,
} from "./hosts.ts";
import type { Turn } from "./redirects.ts";
import type { RobotsFile } from "./robots.ts";
import { Slots } from "./slots.ts";

/** Hosts at once. */
const MAX_CONNECTIONS = 16;

/** Limits and politeness of fetching from many hosts. */
export interface PoliteOptions extends FetchOptions {
  /** Time from one request to the next of the same host, unless its robots.txt asks for more; 1 s. */
  readonly delayMs?: number | undefined;
  /** Hosts at once; 16. */
  readonly maxConnections?: number | undefined;
  /** The clock, for tests. */
  readonly clock?: PaceClock | undefined;
  /** From 0 to 1: random factor on the wait before a server is tried again. */
  readonly random?: (() => number) | undefined;
  /** Turns shared with other processes; without them only the requests of this process are paced. */
  readonly turns?: SharedTurns | undefined;
}

/** Turns of hosts that several processes share. */
export interface SharedTurns {
  /** Waits until a host may be asked; throws SERVER_GONE where it is closed for long. */
  take(host: string, delayMs: number): Promise<SharedTurn>;
}

/** The right to send one request to a host. */
export interface SharedTurn {
  /** Throws TurnLost where so much time went by that another process may have the turn by now. */
  confirm(): void;
  /** Releases the turn, with the failure where there was one, or at once where nothing was sent. Never throws. */
  end(failure?: NewsError | "unused"): Promise<void>;
}

/** A turn was not used in time, for example because the process was paused; another one is taken. */
export class TurnLost extends Error {}

/** A fetcher that paces its requests to every host, with their robots.txt files. */
export interface PoliteFetcher {
  /** Waits for the host's turn: one request at a time, a delay apart, redirects and robots.txt included. */
  readonly get: Fetcher;
  /** The robots.txt of an address's host, read in its turn; undefined where robots.txt is ignored or cannot be read. */
  robots(url: string): Promise<RobotsFile | undefined>;
}

/** Makes a fetcher for many hosts, each of them asked politely. */
export function makePoliteFetcher(options: PoliteOptions = {}): PoliteFetcher {
  const { delayMs = DEFAULT_DELAY_MS, clock = MACHINE_CLOCK, random = Math.random, ...rest } = options;
  const { maxConnections = MAX_CONNECTIONS, turns, ...fetchOptions } = rest;
  const lanes = new RecentMap<string, Lane>(KNOWN_HOSTS);
  const connections = new Slots(maxConnections);
  const laneOf = (host: string): Lane => {
    const lane = lanes.get(host) ?? new Lane(host, new HostPace(delayMs, clock, random), connections, turns);
    lanes.set(host, lane);
    return lane;
  };
  const { get, robots: readRobots } = makeFetcher(fetchOptions, {
    takeTurn: (url, turn) => laneOf(url.host).take(turn),
    onRobots: ({ host }, { crawlDelayMs = 0 }) => laneOf(host).slowTo(crawlDelayMs),
  });
  const robots = async (url: string): Promise<RobotsFile | undefined> => {
    try {
      return await readRobots(new URL(url));
    } catch (error) {
      if (error instanceof NewsError) return undefined;
      throw error;
    }
  };
  return { get, robots };
}

/** The requests to one host, one after the other. */
class Lane {
  readonly #host: string;
  readonly #pace: HostPace;
  readonly #connections: Slots;
  readonly #shared: SharedTurns | undefined;
  readonly #turns = new Slots(1);

  constructor(host: string, pace: HostPace, connections: Slots, shared: SharedTurns | undefined) {
    this.#host = host;
    this.#pace = pace;
    this.#connections = connections;
    this.#shared = shared;
  }

  /** Keeps at least this long between requests from now on. */
  slowTo(delayMs: number): void {
    this.#pace.slowTo(delayMs);
  }

  /** Sends a request when its turn has come. */
  async take<R>({ deadline, send }: Turn<R>): Promise<R> {
    await deadline.pause(() => this.#turns.enter());
    try {
      return await this.#ask(deadline, send);
    } finally {
      this.#turns.leave();
    }
  }

  async #ask<R>(
    { pause }: Turn<unknown>["deadline"],
    send: (beforeSend?: () => void) => Promise<R>,
  ): Promise<R> {
    this.#pace.refuseGone(this.#host);
    await pause(async () => {
      await this.#pace.wait();
      await this.#connections.enter();
    });
    try {
      const answer = await (this.#shared ? this.#askShared(this.#shared, pause, send) : this.#send(send));
      this.#pace.addAnswer();
      // The delay counts from the end of an answer, however late its request was sent.
      this.#pace.begin();
      return answer;
    } catch (error) {
      this.#pace.addError(asNewsError(error));
      throw error;
    } finally {
      this.#connections.leave();
    }
  }

  #send<R>(send: () => Promise<R>): Promise<R> {
    this.#pace.begin();
    return send();
  }

  async #askShared<R>(
    turns: SharedTurns,
    pause: Turn<unknown>["deadline"]["pause"],
    send: (beforeSend?: () => void) => Promise<R>,
  ): Promise<R> {
    for (;;) {
      const turn = await pause(() => turns.take(this.#host, this.#pace.delayMs));
      try {
        const answer = await this.#send(() => send(() => turn.confirm()));
        await turn.end();
        return answer;
      } catch (error) {
        const isLost = error instanceof TurnLost;
        await turn.end(isLost ? "unused" : asNewsError(error));
        if (!isLost) throw error;
      }
    }
  }
}
