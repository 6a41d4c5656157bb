import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { Comparison, Session } from "../../../../src/server/studio/contract.ts";
import type { StageView } from "../../page/page-stage.tsx";
import type { Tint } from "../../page/tint-layer.tsx";
import { revealLeaf, TintedPage, TintLegend } from "../../page/tinted-page.tsx";
import { ChooseSet } from "../../parts/choose-set.tsx";
import { FirstPage } from "../../parts/first-page.tsx";
import { Key, useKeys } from "../../parts/keys.tsx";
import { Show } from "../../parts/states.tsx";
import { addressOf, type Route } from "../../routes.ts";
import { useLoaded } from "../../state/loaded.ts";
import { useStudio } from "../../state/studio.ts";
import { type Difference, differences, isDifferent } from "./differences.ts";
import { ExtractorCards } from "./extractor-cards.tsx";
import { LeafList } from "./leaf-list.tsx";

/** What is compared at first: the default and the methods that it most often differs from. */
const FIRST_CHOICE = ["fused", "readability", "econ"];
const FEWEST = 2;

/** Two to four extractors on one page. */
export function CompareScreen({ route }: { readonly route: Route }): JSX.Element {
  const { api, entry } = useStudio();
  const { set, page, query } = route;
  const session = entry.value.kind === "in" ? entry.value.session : null;
  const chosen = chosenExtractors(query.e, session);
  const key = set === null || page === null ? null : JSON.stringify([set, page, chosen]);
  const { loaded } = useLoaded(key, () => api.compare(set ?? "", page ?? "", chosen));
  if (set === null) return <ChooseSet screen="compare" />;
  if (page === null) return <FirstPage screen="compare" set={set} />;
  return (
    <Show loaded={loaded.value}>
      {(comparison) => <CompareView route={route} chosen={chosen} comparison={comparison} />}
    </Show>
  );
}

function chosenExtractors(given: string | undefined, session: Session | null): readonly string[] {
  const known: readonly string[] = session?.extractors ?? [];
  const named = (given ?? "").split(",").filter((name) => known.includes(name));
  const first = FIRST_CHOICE.filter((name) => known.includes(name));
  const missing = [...first, ...known].filter((name) => !named.includes(name));
  return named.length >= FEWEST ? named : [...named, ...missing].slice(0, FEWEST);
}

interface ViewProps {
  readonly route: Route;
  readonly chosen: readonly string[];
  readonly comparison: Comparison;
}

function CompareView({ route, chosen, comparison }: ViewProps): JSX.Element {
  const { strings, router, announce } = useStudio();
  const words = strings.compare;
  const { set, page, query } = route;
  const stage = useSignal<StageView | null>(null);
  const found = useMemo(() => differences(comparison), [comparison]);
  const change = (given: Readonly<Record<string, string | null>>): void =>
    router.replace(addressOf("compare", [set, page], { ...query, e: chosen.join(","), ...given }));
  const isOnly = query.only === "1";
  const tint = query.tint ?? "differences";
  const at = query.leaf === undefined ? null : Number(query.leaf);
  const picked = at === null ? undefined : comparison.leaves[at];
  const select = (leaf: number): void => {
    const found = comparison.leaves[leaf];
    if (found !== undefined) revealLeaf(stage.value, found);
    change({ leaf: String(leaf) });
  };
  const step = (by: 1 | -1): void => {
    // From the address, as keys may be faster than the screen.
    const now = Number(router.route.peek().query.leaf ?? (by > 0 ? -1 : Infinity));
    const next = by > 0 ? found.find(({ leaf }) => leaf > now) : found.findLast(({ leaf }) => leaf < now);
    const target = next ?? (by > 0 ? found[0] : found.at(-1));
    if (target === undefined) {
      announce(words.same);
      return;
    }
    announce(words.difference(found.indexOf(target) + 1, found.length, sentence(target, comparison, words)));
    select(target.leaf);
  };
  useKeys({ x: () => step(1), "Shift+x": () => step(-1) });
  return (
    <div class="judge">
      <ExtractorCards comparison={comparison} chosen={chosen} choose={(e) => change({ e: e.join(",") })} />
      <div class="judge-tools">
        <TintChoice chosen={chosen} tint={tint} choose={(name) => change({ tint: name })} />
        <label class="check">
          <input type="checkbox" checked={isOnly} onChange={() => change({ only: isOnly ? null : "1" })} />
          <span>{words.only}</span>
        </label>
        <button
          type="button"
          class="button"
          aria-keyshortcuts="x"
          onClick={() => step(1)}
          disabled={found.length === 0}
        >
          {words.next} <Key name="x" />
        </button>
        <span class="quiet">{words.count(found.length, comparison.leaves.length)}</span>
        {picked !== undefined && (
          <a class="button" href={addressOf("why", [set, page], { leaf: String(picked.node) })}>
            {words.why}
          </a>
        )}
        <TintLegend kinds={tint === "differences" ? ["kept", "differs"] : ["kept", "dropped"]} />
      </div>
      <div class="judge-page">
        <TintedPage
          page={page ?? ""}
          frame={comparison.frame}
          label={words.page}
          leaves={comparison.leaves}
          tintOf={tinter(comparison, tint, isOnly)}
          turn={`${tint} ${chosen} ${isOnly}`}
          at={at}
          onPick={select}
          onStage={(made) => {
            stage.value = made;
          }}
        />
      </div>
      <LeafList
        comparison={comparison}
        shown={isOnly ? found.map(({ leaf }) => leaf) : null}
        at={at}
        onPick={select}
      />
    </div>
  );
}

/** Who keeps a text and who drops it, as a sentence. */
function sentence(
  { keptBy, droppedBy, leaf }: Difference,
  { leaves }: Comparison,
  words: { who: (kept: string, dropped: string, text: string) => string },
): string {
  return words.who(keptBy.join(", "), droppedBy.join(", "), (leaves[leaf]?.text ?? "").slice(0, 80));
}

function TintChoice({
  chosen,
  tint,
  choose,
}: {
  readonly chosen: readonly string[];
  readonly tint: string;
  readonly choose: (tint: string | null) => void;
}): JSX.Element {
  const words = useStudio().strings.compare;
  return (
    <fieldset class="segmented">
      <legend class="unseen">{words.tint}</legend>
      {["differences", ...chosen].map((name) => (
        <label key={name}>
          <input
            type="radio"
            name="tint"
            checked={tint === name}
            onChange={() => choose(name === "differences" ? null : name)}
          />
          <span>{name === "differences" ? words.differences : name}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Leaves on which extractors differ, or the scores of one of them; of differences alone where nothing else is asked for. */
function tinter({ judged }: Comparison, tint: string, isOnly: boolean): (leaf: number) => Tint {
  const one = judged.find(({ extractor }) => extractor === tint);
  return (leaf) => {
    if (isOnly && !isDifferent(judged, leaf)) return { kind: "none", strength: 0 };
    if (one !== undefined) {
      const score = one.scores[leaf] ?? 0;
      return one.kept[leaf] ? { kind: "kept", strength: score } : { kind: "dropped", strength: 1 - score };
    }
    if (isDifferent(judged, leaf)) return { kind: "differs", strength: 0.8 };
    return judged[0]?.kept[leaf] ? { kind: "kept", strength: 0.1 } : { kind: "none", strength: 0 };
  };
}
