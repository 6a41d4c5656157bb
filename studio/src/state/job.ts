import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Job, JobRequest } from "../../../src/server/studio/contract.ts";
import { apiAddress } from "../api.ts";
import { addressOf, type Route } from "../routes.ts";
import { asFailure, type Loaded } from "./loaded.ts";
import { useStudio } from "./studio.ts";

/** What a screen knows of its job, and what it can do with it. */
export interface JobControl {
  /** Null where there is none yet. */
  readonly job: Loaded<Job> | null;
  readonly isBusy: boolean;
  start(request: JobRequest): Promise<void>;
  cancel(): void;
}

/**
 * The job that an address names, followed while it runs; without one in the address, the newest that `isMine` takes. So a reload,
 * or another tab, finds it again.
 */
export function useJob(route: Route, isMine: (request: JobRequest) => boolean): JobControl {
  const studio = useStudio();
  const { api, router } = studio;
  const id = route.query.job ?? null;
  const name = (job: string): string =>
    addressOf(route.screen === "unknown" ? "open" : route.screen, [route.set ?? route.domain, route.page], {
      ...route.query,
      job,
    });
  useEffect(() => {
    if (id !== null) return;
    api.jobs().then(
      (jobs) => {
        const latest = jobs.filter(({ request }) => isMine(request)).sort(byStart)[0];
        if (latest !== undefined) router.replace(name(latest.id));
      },
      () => undefined,
    );
  }, [id, route.set, route.screen]);
  const found = useFollowed(id);
  const { value } = found;
  const job = value?.kind === "ready" ? value.value : null;
  return {
    job: value,
    isBusy: job?.state === "running" || job?.state === "waiting",
    start: async (request) => {
      try {
        const { id: started } = await api.start(request);
        router.go(name(started));
      } catch (error) {
        found.value = { kind: "failed", failure: asFailure(error), retry: () => location.reload() };
      }
    },
    cancel: () => {
      if (id !== null) void api.cancel(id).catch(() => undefined);
    },
  };
}

/** The state of a job: at once, and at each change. */
function useFollowed(id: string | null): { value: Loaded<Job> | null } & ReadonlySignal<Loaded<Job> | null> {
  const { api, announce, strings } = useStudio();
  const found = useSignal<Loaded<Job> | null>(null);
  const turn = useSignal(0);
  useEffect(() => {
    found.value = id === null ? null : { kind: "loading", before: null };
    if (id === null) return;
    const events = new EventSource(apiAddress(["jobs", id, "events"]));
    const take = (job: Job): void => {
      const before = found.peek();
      found.value = { kind: "ready", value: job };
      if (job.state === "running" || job.state === "waiting") return;
      events.close();
      const wasRunning = before?.kind === "ready" && before.value.state !== job.state;
      if (wasRunning) announce(strings.job.states[job.state]);
    };
    events.onmessage = ({ data }: MessageEvent<string>) => take(JSON.parse(data));
    events.onerror = () => {
      // The browser tries again by itself; whether the job is gone is asked apart.
      api.job(id).then(take, (error: unknown) => {
        const failure = asFailure(error);
        if (failure.status === 0) return;
        events.close();
        const retry = (): void => {
          turn.value += 1;
        };
        found.value = { kind: "failed", failure, retry };
      });
    };
    return () => events.close();
  }, [id, turn.value]);
  return found;
}

function byStart(a: Job, b: Job): number {
  return b.startedAt.localeCompare(a.startedAt);
}
