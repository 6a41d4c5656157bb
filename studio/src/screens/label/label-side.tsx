import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { paragraphsOf, type Role } from "../../labels/labels.ts";
import type { StageView } from "../../page/page-stage.tsx";
import { CleanMarkup } from "../../parts/clean-markup.tsx";
import { useStudio } from "../../state/studio.ts";
import { TreeView } from "../../tree/tree-view.tsx";
import type { LabelDesk } from "./label-desk.ts";

type Tab = "tree" | "article";

/** Tree and article: beside the page, or as a sheet over it where the window is narrow. */
export function LabelSide({
  desk,
  stage,
}: {
  readonly desk: LabelDesk;
  readonly stage: StageView | null;
}): JSX.Element {
  const { strings } = useStudio();
  const isOpen = useSignal(false);
  const tab = useSignal<Tab>("tree");
  useEffect(() => {
    isOpen.value = false;
  }, [desk]);
  const tabs: readonly (readonly [Tab, string])[] = [
    ["tree", strings.label.tree],
    ["article", strings.label.article],
  ];
  return (
    <aside
      class="label-side"
      data-open={isOpen.value}
      data-tab={tab.value}
      aria-label={strings.label.showTree}
    >
      <button
        type="button"
        class="button sheet-handle"
        aria-expanded={isOpen.value}
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      >
        {strings.label.showTree}
      </button>
      <fieldset class="segmented sheet-tabs">
        <legend class="unseen">{strings.label.showTree}</legend>
        {tabs.map(([name, title]) => (
          <label key={name}>
            <input
              type="radio"
              name="side"
              checked={tab.value === name}
              onChange={() => {
                tab.value = name;
              }}
            />
            <span>{title}</span>
          </label>
        ))}
      </fieldset>
      <section class="side-pane side-tree" aria-label={strings.label.tree}>
        <TreeView
          tree={desk.tree}
          leftOut={desk.page.view.treeLeftOut}
          labels={desk.labels}
          picked={desk.picked}
          onPick={(node) => {
            desk.pick(node);
            isOpen.value = false;
          }}
          onHover={(node) => desk.point(node)}
        />
      </section>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long article is scrolled by keys. */}
      <section class="side-pane side-article" aria-label={strings.label.article} tabIndex={0}>
        <Article desk={desk} stage={stage} />
      </section>
    </aside>
  );
}

/** The article as the labels have it; until somebody changes them, as the extractor wrote it. */
function Article({
  desk,
  stage,
}: {
  readonly desk: LabelDesk;
  readonly stage: StageView | null;
}): JSX.Element {
  const { strings } = useStudio();
  const words = strings.label;
  const { view } = desk.page;
  const { tree, labels } = desk;
  // Rows have the start of each text; the page has all of it.
  const read = (leaf: number): string | null => stage?.frames.textOf(tree.elementOf(leaf), leaf) ?? null;
  const headline = paragraphsOf(tree, labels.value, "headline", read).join(" ");
  const body = paragraphsOf(tree, labels.value, "body", read);
  const count = body.join(" ").split(/\s+/).filter(Boolean).length;
  return (
    <div class="article-pane" dir={view.direction ?? "auto"} lang={view.language ?? undefined}>
      <p class="eyebrow" dir={strings.direction} lang={strings.language}>
        {desk.isGuess ? words.fromExtractor : words.fromLabels}{" "}
        <span class="figure">{words.words(count)}</span>
      </p>
      {headline === "" ? <p class="missing">{words.noTitle}</p> : <h2>{headline}</h2>}
      <Fields desk={desk} read={read} />
      {body.length === 0 && <p class="missing">{words.noBody}</p>}
      {desk.isGuess && body.length > 0 ? (
        <CleanMarkup html={view.article.html} />
      ) : (
        body.map((text, index) => <p key={`${index} ${text.slice(0, 20)}`}>{text}</p>)
      )}
      {view.article.warnings.length > 0 && (
        <p class="quiet" dir={strings.direction} lang={strings.language}>
          {words.warnings}: <code>{view.article.warnings.join(", ")}</code>
        </p>
      )}
    </div>
  );
}

const FIELDS: readonly Role[] = ["byline", "date", "standfirst"];

function Fields({
  desk,
  read,
}: {
  readonly desk: LabelDesk;
  readonly read: (leaf: number) => string | null;
}): JSX.Element {
  const { strings } = useStudio();
  const found = FIELDS.map(
    (role) => [role, paragraphsOf(desk.tree, desk.labels.value, role, read).join(" ")] as const,
  );
  return (
    <dl class="article-fields">
      {found
        .filter(([, text]) => text !== "")
        .map(([role, text]) => (
          <div key={role}>
            <dt>{strings.roles[role]}</dt>
            <dd>{text}</dd>
          </div>
        ))}
    </dl>
  );
}
