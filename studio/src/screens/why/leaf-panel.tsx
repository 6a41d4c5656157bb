import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { BugReport, LeafWhy, Why } from "../../../../src/server/studio/contract.ts";
import type { ApiFailure } from "../../api.ts";
import { WeightBars } from "../../parts/charts.tsx";
import { Failed, Show } from "../../parts/states.tsx";
import { asFailure, useLoaded } from "../../state/loaded.ts";
import { useStudio } from "../../state/studio.ts";

type Leaf = Why["leaves"][number];

interface Props {
  readonly set: string;
  readonly page: string;
  readonly extractor: string;
  readonly leaf: Leaf | null;
}

/** The details of one text: who decided what, by which features, and where it is. */
export function LeafPanel({ set, page, extractor, leaf }: Props): JSX.Element {
  const { strings, api } = useStudio();
  const words = strings.why;
  const key = leaf === null ? null : JSON.stringify([set, page, leaf.node, extractor]);
  const { loaded } = useLoaded(key, () => api.leafWhy(set, page, leaf?.node ?? 0, extractor));
  if (leaf === null) {
    return (
      <div class="state">
        <h2>{words.none}</h2>
        <p>{words.noneNext}</p>
      </div>
    );
  }
  return (
    <div class="leaf-panel">
      <header>
        <p class="tags">
          <span class={leaf.kept ? "tag kept" : "tag dropped"}>
            {leaf.kept ? strings.compare.kept : strings.compare.dropped}
          </span>
          <span class="tag figure">{words.score(leaf.score.toFixed(2))}</span>
          {leaf.role !== null && (
            <span class="tag">
              {strings.roles[leaf.role]}
              {leaf.roleChance !== null && ` ${Math.round(leaf.roleChance * 100)} %`}
            </span>
          )}
        </p>
        <h2>{leaf.reason}</h2>
        <blockquote dir="auto">{leaf.text || strings.compare.picture}</blockquote>
      </header>
      <Show loaded={loaded.value}>{(why) => <Details why={why} />}</Show>
      <Report key={key} set={set} page={page} leaf={leaf.node} extractor={extractor} />
    </div>
  );
}

function Details({ why }: { readonly why: LeafWhy }): JSX.Element {
  const words = useStudio().strings.why;
  return (
    <>
      {why.steps.length > 0 && (
        <section>
          <h3>{words.steps}</h3>
          <ol class="steps">
            {why.steps.map(({ name, score, note }) => (
              <li key={name}>
                <strong>{name}</strong> <span class="figure">{score.toFixed(2)}</span>
                <span class="quiet">{note}</span>
              </li>
            ))}
          </ol>
        </section>
      )}
      <section>
        <h3>{words.contributions}</h3>
        {why.contributions.length === 0 ? (
          <p class="quiet">{words.noContributions}</p>
        ) : (
          <Contributions all={why.contributions} />
        )}
      </section>
      <section>
        <h3>{words.path}</h3>
        <code class="path" dir="ltr">
          {why.path}
        </code>
      </section>
    </>
  );
}

/** Features that are shown at once: the others hardly count, and would hide what is below them. */
const MAX_SHOWN = 12;

function Contributions({ all }: { readonly all: LeafWhy["contributions"] }): JSX.Element {
  const words = useStudio().strings.why;
  const rows = all.map(({ feature, value, weight }) => ({ name: feature, value, weight }));
  const most = Math.max(0, ...rows.map(({ weight }) => Math.abs(weight)));
  return (
    <>
      <WeightBars label={words.contributions} rows={rows.slice(0, MAX_SHOWN)} most={most} />
      {rows.length > MAX_SHOWN && (
        <details>
          <summary>{words.moreContributions(rows.length - MAX_SHOWN)}</summary>
          <WeightBars label={words.contributions} rows={rows.slice(MAX_SHOWN)} most={most} />
        </details>
      )}
    </>
  );
}

/** The smallest page that still shows what happened, ready to be pasted into a bug report. */
function Report({
  set,
  page,
  leaf,
  extractor,
}: {
  readonly set: string;
  readonly page: string;
  readonly leaf: number;
  readonly extractor: string;
}): JSX.Element {
  const { strings, api, announce } = useStudio();
  const words = strings.why;
  const anonymise = useSignal(true);
  const isBusy = useSignal(false);
  const report = useSignal<BugReport | null>(null);
  const failure = useSignal<ApiFailure | null>(null);
  const isCopied = useSignal(false);
  useEffect(() => {
    report.value = null;
    isCopied.value = false;
  }, [leaf, anonymise.value]);
  const copy = async (): Promise<void> => {
    isBusy.value = true;
    failure.value = null;
    try {
      const made = await api.report(set, page, { leaf, extractor, anonymise: anonymise.value });
      report.value = made;
      // Pages that are not served from this computer may not write to the clipboard: the text below can be copied by hand.
      await navigator.clipboard?.writeText(made.markdown).then(
        () => {
          isCopied.value = true;
          announce(strings.app.copied);
        },
        () => undefined,
      );
    } catch (error) {
      failure.value = asFailure(error);
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <section class="report">
      <h3>{words.report}</h3>
      <label class="check">
        <input
          type="checkbox"
          checked={anonymise.value}
          onChange={({ currentTarget }) => {
            anonymise.value = currentTarget.checked;
          }}
        />
        <span>{words.anonymise}</span>
      </label>
      <div class="actions">
        <button type="button" class="button" disabled={isBusy.value} onClick={() => void copy()}>
          {isBusy.value ? words.reducing : words.copy}
        </button>
        {isCopied.value && <span class="tag good">{strings.app.copied}</span>}
      </div>
      {failure.value !== null && <Failed failure={failure.value} />}
      {report.value !== null && (
        <>
          <p class="quiet">{words.reduced(report.value.nodesBefore, report.value.nodesAfter)}</p>
          <textarea readOnly rows={8} aria-label={words.report} value={report.value.markdown} />
        </>
      )}
    </section>
  );
}
