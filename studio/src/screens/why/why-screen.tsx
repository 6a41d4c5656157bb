import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { Why } from "../../../../src/server/studio/contract.ts";
import type { StageView } from "../../page/page-stage.tsx";
import type { Tint } from "../../page/tint-layer.tsx";
import { revealLeaf, TintedPage, TintLegend } from "../../page/tinted-page.tsx";
import { ChooseSet } from "../../parts/choose-set.tsx";
import { FirstPage } from "../../parts/first-page.tsx";
import { useKeys } from "../../parts/keys.tsx";
import { Show } from "../../parts/states.tsx";
import { addressOf, type Route } from "../../routes.ts";
import { useLoaded } from "../../state/loaded.ts";
import { useStudio } from "../../state/studio.ts";
import { LeafPanel } from "./leaf-panel.tsx";
import { Threshold } from "./threshold.tsx";

const DEFAULT_EXTRACTOR = "fused";

/** Why each text of a page was kept or dropped. */
export function WhyScreen({ route }: { readonly route: Route }): JSX.Element {
  const { api, entry } = useStudio();
  const { set, page, query } = route;
  const known = entry.value.kind === "in" ? entry.value.session.extractors : [];
  const extractor = query.e ?? (known.includes(DEFAULT_EXTRACTOR) ? DEFAULT_EXTRACTOR : (known[0] ?? ""));
  const key = set === null || page === null ? null : JSON.stringify([set, page, extractor]);
  const { loaded } = useLoaded(key, () => api.why(set ?? "", page ?? "", extractor));
  if (set === null) return <ChooseSet screen="why" />;
  if (page === null) return <FirstPage screen="why" set={set} />;
  return (
    <Show loaded={loaded.value}>{(why) => <WhyView route={route} set={set} page={page} why={why} />}</Show>
  );
}

function WhyView({
  route,
  set,
  page,
  why,
}: {
  readonly route: Route;
  readonly set: string;
  readonly page: string;
  readonly why: Why;
}): JSX.Element {
  const { strings, router, announce } = useStudio();
  const words = strings.why;
  const { leaves } = why;
  const stage = useSignal<StageView | null>(null);
  const threshold = useSignal(why.threshold);
  useEffect(() => {
    threshold.value = why.threshold;
  }, [why, threshold]);
  const change = (given: Readonly<Record<string, string | null>>): void =>
    router.replace(addressOf("why", [set, page], { ...route.query, ...given }));
  const placeOf = ({ query: { leaf } }: Route): number =>
    leaf === undefined ? -1 : leaves.findIndex(({ node }) => node === Number(leaf));
  const at = placeOf(route);
  const select = (index: number): void => {
    const leaf = leaves[index];
    if (leaf === undefined) return;
    revealLeaf(stage.value, leaf);
    announce(
      words.said(
        leaf.kept ? strings.compare.kept : strings.compare.dropped,
        leaf.reason,
        leaf.text.slice(0, 80),
      ),
    );
    change({ leaf: String(leaf.node) });
  };
  // Of the address, as keys may be faster than the screen.
  useKeys({
    ArrowDown: () => select(placeOf(router.route.peek()) + 1),
    ArrowUp: () => select(Math.max(0, placeOf(router.route.peek()) - 1)),
  });
  return (
    <div class="judge">
      <WhyTools why={why} threshold={threshold} choose={(e) => change({ e, leaf: null })} />
      <div class="judge-page">
        <TintedPage
          page={page}
          frame={why.frame}
          label={words.page}
          leaves={leaves}
          tintOf={tinter(why, threshold.value)}
          turn={`${why.extractor} ${threshold.value}`}
          at={at}
          onPick={select}
          onStage={(made) => {
            stage.value = made;
          }}
        />
      </div>
      <aside class="judge-side" aria-label={words.leaf}>
        <LeafPanel set={set} page={page} extractor={why.extractor} leaf={leaves[at] ?? null} />
      </aside>
    </div>
  );
}

function WhyTools({
  why,
  threshold,
  choose,
}: {
  readonly why: Why;
  readonly threshold: { value: number };
  readonly choose: (extractor: string) => void;
}): JSX.Element {
  const { strings, entry } = useStudio();
  const known = entry.value.kind === "in" ? entry.value.session.extractors : [];
  return (
    <div class="judge-tools why-tools">
      <label class="inline-field">
        <span>{strings.why.extractor}</span>
        <select value={why.extractor} onChange={({ currentTarget }) => choose(currentTarget.value)}>
          {known.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <Threshold why={why} threshold={threshold} />
      <TintLegend kinds={["kept", "dropped"]} />
    </div>
  );
}

/** What a threshold would keep; what assembly did with a leaf against its score stays as it is. */
function tinter(why: Why, threshold: number): (leaf: number) => Tint {
  return (leaf) => {
    const { score = 0, kept = false } = why.leaves[leaf] ?? {};
    const isKept = kept === score >= why.threshold ? score >= threshold : kept;
    return isKept ? { kind: "kept", strength: score } : { kind: "dropped", strength: 1 - score };
  };
}
