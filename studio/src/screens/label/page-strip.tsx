import type { JSX } from "preact";
import { addressOf } from "../../routes.ts";
import { useStudio } from "../../state/studio.ts";
import type { LabelDesk } from "./label-desk.ts";

function LookChoice({ desk }: { readonly desk: LabelDesk }): JSX.Element | null {
  const { strings, entry, router } = useStudio();
  const { set, view, look } = desk.page;
  if (entry.value.kind !== "in" || !entry.value.session.canRender) return null;
  return (
    <label class="check strip-look">
      <input
        type="checkbox"
        checked={look === "rendered"}
        onChange={({ currentTarget }) =>
          router.replace(addressOf("label", [set, view.id], currentTarget.checked ? { render: "1" } : {}))
        }
      />
      <span>{strings.label.rendered}</span>
    </label>
  );
}

/** Above the page: which one it is, what is known of it, and whether all is saved. */
export function PageStrip({ desk }: { readonly desk: LabelDesk }): JSX.Element {
  const { strings, saves } = useStudio();
  const words = strings.label;
  const { view, set } = desk.page;
  const { state, reason } = desk.draft.value;
  const isSaved = saves.find(set, view.id, desk.by) === undefined && saves.unsaved.value.size >= 0;
  const stale = view.labels?.stale ?? null;
  const status = desk.isGuess ? words.guessed : words.yours;
  return (
    <div class="strip">
      <h1 class="strip-title" title={view.url ?? view.id}>
        <a href={addressOf("set", [set])} class="strip-back" aria-label={words.toPages}>
          ‹
        </a>{" "}
        <bdi>{view.article.title ?? view.url ?? view.id}</bdi>
      </h1>
      <span class="tags">
        <span class="tag figure">{words.sure(Math.round(view.confidence * 100))}</span>
        {state === "done" && <span class="tag good">{words.done}</span>}
        {state === "skipped" && <span class="tag">{words.skipped(reason ?? "")}</span>}
        {state === "open" && <span class="strip-status">{status}</span>}
      </span>
      <LookChoice desk={desk} />
      <span class="strip-saved" data-saved={isSaved}>
        {isSaved ? strings.save.saved : strings.save.saving}
      </span>
      {stale !== null && (
        <p class="strip-note">
          {words.stale(stale.moved)} {stale.lost.length > 0 && `${words.lost} ${stale.lost.join(" · ")}`}
        </p>
      )}
    </div>
  );
}
