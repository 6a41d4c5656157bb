import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { SetSummary, SiteSummary } from "../../../../src/server/studio/contract.ts";
import type { ApiFailure } from "../../api.ts";
import { ChooseSet } from "../../parts/choose-set.tsx";
import { JobProgress } from "../../parts/job-progress.tsx";
import { Key, useKeys } from "../../parts/keys.tsx";
import { Empty, Failed, Show } from "../../parts/states.tsx";
import { addressOf, type Route } from "../../routes.ts";
import { useJob } from "../../state/job.ts";
import { asFailure, useLoaded } from "../../state/loaded.ts";
import { useStudio } from "../../state/studio.ts";
import { TrainResults } from "./train-results.tsx";

/** Training: one button, progress, the results, and the best model, kept for the site. */
export function TrainScreen({ route }: { readonly route: Route }): JSX.Element {
  const { api } = useStudio();
  const { set } = route;
  const { loaded } = useLoaded(set === null ? null : `set ${set}`, () => api.set(set ?? ""));
  if (set === null) return <ChooseSet screen="train" />;
  return (
    <Show loaded={loaded.value}>{(found) => <TrainView key={found.id} set={found} route={route} />}</Show>
  );
}

function TrainView({ set, route }: { readonly set: SetSummary; readonly route: Route }): JSX.Element {
  const { strings, person } = useStudio();
  const words = strings.train;
  const first = set.progress.find(({ by }) => by === person.value) ?? set.progress[0];
  const by = useSignal(first?.by ?? person.value);
  const control = useJob(route, (request) => request.kind === "train" && request.set === set.id);
  const done = set.progress.find((each) => each.by === by.value)?.done ?? 0;
  if (set.progress.every((each) => each.done === 0) && control.job === null) {
    return (
      <Empty title={words.nothing} next={words.nothingNext}>
        <a class="button primary" href={addressOf("label", [set.id])}>
          {strings.set.start}
        </a>
      </Empty>
    );
  }
  return (
    <div class="column">
      <header class="head">
        <div>
          <h1>{words.title(set.name)}</h1>
          <p class="lead">{words.lead}</p>
        </div>
        <form
          class="actions"
          onSubmit={(event) => {
            event.preventDefault();
            void control.start({ kind: "train", set: set.id, by: by.value });
          }}
        >
          {set.progress.length > 1 && (
            <label class="inline-field">
              <span>{words.labelsBy}</span>
              <select
                value={by.value}
                onChange={({ currentTarget }) => {
                  by.value = currentTarget.value;
                }}
              >
                {set.progress.map((each) => (
                  <option key={each.by} value={each.by}>
                    {each.by}
                  </option>
                ))}
              </select>
            </label>
          )}
          <button type="submit" class="button primary" disabled={control.isBusy || done === 0}>
            {words.start(done)}
          </button>
        </form>
      </header>
      <JobProgress control={control}>
        {(result) =>
          result.kind === "train" ? <Kept set={set.id} job={route.query.job ?? ""} result={result} /> : null
        }
      </JobProgress>
    </div>
  );
}

/** The results, with the model that is kept for the site: one key keeps the best, one takes it back. */
function Kept({
  set,
  job,
  result,
}: {
  readonly set: string;
  readonly job: string;
  readonly result: Parameters<typeof TrainResults>[0]["result"];
}): JSX.Element {
  const { strings, api, announce } = useStudio();
  const words = strings.train;
  const { domain, best } = result;
  const { loaded, set: show } = useLoaded<SiteSummary | null>(`kept ${domain}`, async () => {
    const sites = domain === null ? [] : await api.sites();
    return sites.find((site) => site.domain === domain) ?? null;
  });
  const failure = useSignal<ApiFailure | null>(null);
  const change = async (ask: () => Promise<SiteSummary>, said: string): Promise<void> => {
    failure.value = null;
    try {
      show(await ask());
      announce(said);
    } catch (error) {
      failure.value = asFailure(error);
    }
  };
  const keep = (method: string): void => {
    if (domain !== null)
      void change(() => api.keepModel(domain, { job, method }), words.kept(method, domain));
  };
  const takeBack = (): void => {
    if (domain !== null) void change(() => api.dropModel(domain), words.takenBack(domain));
  };
  const { value } = loaded;
  const model = value.kind === "ready" ? (value.value?.model ?? null) : null;
  useKeys({
    k: () => best !== null && model === null && keep(best),
    u: () => model !== null && takeBack(),
  });
  return (
    <>
      {failure.value !== null && <Failed failure={failure.value} />}
      {model !== null && domain !== null && (
        <section class="card kept-model" role="status">
          <h2>{words.kept(model.extractor, domain)}</h2>
          <p>{words.keptNext}</p>
          <div class="actions">
            <button type="button" class="button" aria-keyshortcuts="u" onClick={takeBack}>
              {words.takeBack} <Key name="u" />
            </button>
            <a class="button" href={addressOf("sites", [domain])}>
              {domain}
            </a>
          </div>
        </section>
      )}
      <TrainResults
        set={set}
        job={job}
        result={result}
        keep={domain === null || model !== null ? null : keep}
      />
    </>
  );
}
