import type { ComponentChildren, JSX } from "preact";
import type { Job } from "../../../src/server/studio/contract.ts";
import { ApiFailure } from "../api.ts";
import type { JobControl } from "../state/job.ts";
import { useStudio } from "../state/studio.ts";
import { Failed, Show } from "./states.tsx";

/** A job while it runs, its failure, and its result. */
export function JobProgress({
  control,
  children,
}: {
  readonly control: JobControl;
  readonly children: (result: NonNullable<Job["result"]>) => ComponentChildren;
}): JSX.Element | null {
  const { strings } = useStudio();
  const words = strings.job;
  if (control.job === null) return null;
  return (
    <Show loaded={control.job}>
      {({ state, progress, step, failure, result }) => {
        if (failure !== null)
          return <Failed failure={new ApiFailure(failure.code, failure.message, 200, failure.help)} />;
        if (state === "cancelled") return <p class="notice">{words.cancelled}</p>;
        if (result !== null) return children(result);
        return (
          <section class="card running" aria-live="polite" aria-busy="true">
            <h2>{words.states[state]}</h2>
            {/* Without a value the bar moves by itself: how long it takes is not known. */}
            <progress
              aria-label={words.progress}
              max={1}
              {...(progress === null ? {} : { value: progress })}
            />
            <p class="quiet">
              <span class="figure">{progress === null ? "" : `${Math.round(progress * 100)} %`}</span> {step}
            </p>
            <div class="actions">
              <button type="button" class="button" onClick={control.cancel}>
                {strings.app.cancel}
              </button>
              <span class="quiet">{words.leave}</span>
            </div>
          </section>
        );
      }}
    </Show>
  );
}
