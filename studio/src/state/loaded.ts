import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ApiFailure } from "../api.ts";

/** What a screen waits for. */
export type Loaded<T> =
  | { readonly kind: "loading"; readonly before: T | null }
  | { readonly kind: "ready"; readonly value: T }
  | { readonly kind: "failed"; readonly failure: ApiFailure; readonly retry: () => void };

/**
 * Loads the data of a screen, again whenever its key changes; answers that come too late are dropped. While it is loaded again,
 * what was there before may stay on the screen.
 */
export function useLoaded<T>(
  key: string | null,
  load: () => Promise<T>,
): {
  readonly loaded: ReadonlySignal<Loaded<T>>;
  readonly reload: () => void;
  readonly set: (value: T) => void;
} {
  const loaded = useSignal<Loaded<T>>({ kind: "loading", before: null });
  const turn = useSignal(0);
  const reload = (): void => {
    turn.value += 1;
  };
  useEffect(() => {
    if (key === null) return;
    let isCurrent = true;
    loaded.value = {
      kind: "loading",
      before: loaded.peek().kind === "ready" ? beforeOf(loaded.peek()) : null,
    };
    load().then(
      (value) => {
        if (isCurrent) loaded.value = { kind: "ready", value };
      },
      (error: unknown) => {
        if (isCurrent) loaded.value = { kind: "failed", failure: asFailure(error), retry: reload };
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [key, turn.value]);
  return {
    loaded,
    reload,
    set: (value) => {
      loaded.value = { kind: "ready", value };
    },
  };
}

/** What a failed call says; other errors are faults of the studio and are shown as such. */
export function asFailure(error: unknown): ApiFailure {
  return error instanceof ApiFailure ? error : new ApiFailure("STUDIO_FAULT", String(error), 0);
}

function beforeOf<T>(loaded: Loaded<T>): T | null {
  return loaded.kind === "ready" ? loaded.value : null;
}
