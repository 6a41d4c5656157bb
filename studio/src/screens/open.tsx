import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useId } from "preact/hooks";
import type { OpenRequest, Session, SetSummary } from "../../../src/server/studio/contract.ts";
import type { ApiFailure } from "../api.ts";
import { FileDrop } from "../parts/file-drop.tsx";
import { Failed, Show } from "../parts/states.tsx";
import { addressOf } from "../routes.ts";
import { asFailure, useLoaded } from "../state/loaded.ts";
import { useStudio } from "../state/studio.ts";

const FOLDER_COMMAND = "galley serve --folder ./pages";

/** The start: recent sets with their progress, and the ways to open another one. */
export function OpenScreen({ session }: { readonly session: Session }): JSX.Element {
  const { strings, api, router } = useStudio();
  const words = strings.open;
  const { loaded } = useLoaded("sets", () => api.sets());
  const isOpening = useSignal(false);
  const failure = useSignal<ApiFailure | null>(null);
  const openAll = async (requests: AsyncIterable<OpenRequest> | Iterable<OpenRequest>): Promise<void> => {
    isOpening.value = true;
    failure.value = null;
    try {
      let id = "";
      for await (const request of requests) ({ id } = await api.openSet(request));
      router.go(addressOf("set", [id]));
    } catch (error) {
      failure.value = asFailure(error);
    } finally {
      isOpening.value = false;
    }
  };
  const open = (request: OpenRequest): Promise<void> => openAll([request]);
  return (
    <div class="column open" aria-busy={isOpening.value}>
      <h1>{words.title}</h1>
      <p class="lead">{words.lead}</p>
      <Show loaded={loaded.value}>
        {(sets) => (
          <RecentSets
            sets={sets}
            isOpening={isOpening.value}
            openSamples={() => void open({ kind: "samples" })}
          />
        )}
      </Show>
      {failure.value !== null && <Failed failure={failure.value} />}
      <h2>{words.another}</h2>
      <div class="cards">
        <AddressForm session={session} open={open} />
        <FileDrop open={openAll} />
        <FolderForm session={session} open={open} />
        <LibraryForm open={open} />
      </div>
    </div>
  );
}

function RecentSets({
  sets,
  isOpening,
  openSamples,
}: {
  readonly sets: readonly SetSummary[];
  readonly isOpening: boolean;
  readonly openSamples: () => void;
}): JSX.Element {
  const { strings } = useStudio();
  const words = strings.open;
  const samples = (
    <button type="button" class={sets.length === 0 ? "button primary" : "button"} onClick={openSamples}>
      {isOpening ? words.opening : words.samples}
    </button>
  );
  if (sets.length === 0) {
    return (
      <section class="card start">
        <h2>{words.none}</h2>
        <p>{words.noneNext}</p>
        <div class="actions">{samples}</div>
      </section>
    );
  }
  return (
    <section aria-labelledby="recent">
      <h2 id="recent">{words.recent}</h2>
      <ul class="sets">
        {sets.map((set) => (
          <SetRow key={set.id} set={set} />
        ))}
      </ul>
      {!sets.some(({ kind }) => kind === "samples") && <div class="actions">{samples}</div>}
    </section>
  );
}

function SetRow({ set }: { readonly set: SetSummary }): JSX.Element {
  const { strings, person } = useStudio();
  const words = strings.open;
  const mine = set.progress.find(({ by }) => by === person.value) ?? set.progress[0];
  const done = (mine?.done ?? 0) + (mine?.skipped ?? 0);
  return (
    <li class="set-row">
      <a class="set-name" href={addressOf("set", [set.id])}>
        {set.name}
      </a>
      <span class="tags">
        <span class="tag">{words.kinds[set.kind]}</span>
        {set.damaged.length > 0 && <span class="tag bad">{words.damaged(set.damaged.length)}</span>}
        {set.readOnly !== null && <span class="tag">{words.readOnly}</span>}
      </span>
      <span class="set-progress">
        <progress max={Math.max(1, set.pages)} value={done} aria-label={words.done(done, set.pages)} />
        <span class="figure">{words.done(done, set.pages)}</span>
      </span>
      <a class="button" href={addressOf("label", [set.id])} aria-label={words.labelSet(set.name)}>
        {words.go}
      </a>
    </li>
  );
}

/** One way to open something: a form on a card. */
function OpenCard({
  title,
  hint,
  submit,
  children,
}: {
  readonly title: string;
  readonly hint: string;
  readonly submit?: (() => void) | undefined;
  readonly children: ComponentChildren;
}): JSX.Element {
  const { strings } = useStudio();
  const id = useId();
  return (
    <form
      class="card"
      aria-labelledby={id}
      onSubmit={(event) => {
        event.preventDefault();
        submit?.();
      }}
    >
      <h3 id={id}>{title}</h3>
      <p class="quiet">{hint}</p>
      {children}
      {submit !== undefined && (
        <div class="actions">
          <button type="submit" class="button">
            {strings.open.open}
          </button>
        </div>
      )}
    </form>
  );
}

type Open = (request: OpenRequest) => Promise<void>;

function AddressForm({ session, open }: { readonly session: Session; readonly open: Open }): JSX.Element {
  const words = useStudio().strings.open;
  const url = useSignal("");
  const render = useSignal(false);
  return (
    <OpenCard
      title={words.address}
      hint={words.addressHint}
      submit={() => void open({ kind: "address", url: url.value, render: render.value })}
    >
      <label class="field">
        <span>{words.addressLabel}</span>
        <input
          type="url"
          required
          placeholder="https://"
          value={url.value}
          onInput={({ currentTarget }) => {
            url.value = currentTarget.value;
          }}
        />
      </label>
      {session.canRender ? (
        <label class="check">
          <input
            type="checkbox"
            checked={render.value}
            onChange={({ currentTarget }) => {
              render.value = currentTarget.checked;
            }}
          />
          <span>{words.render}</span>
        </label>
      ) : (
        <p class="quiet">{words.renderOff}</p>
      )}
    </OpenCard>
  );
}

function FolderForm({ session, open }: { readonly session: Session; readonly open: Open }): JSX.Element {
  const words = useStudio().strings.open;
  const { folders } = session;
  const path = useSignal(folders[0] ?? "");
  if (folders.length === 0) {
    return (
      <OpenCard title={words.folder} hint={words.folderHint}>
        <p>{words.noFolders}</p>
        <pre>
          <code>{FOLDER_COMMAND}</code>
        </pre>
      </OpenCard>
    );
  }
  return (
    <OpenCard
      title={words.folder}
      hint={words.folderHint}
      submit={() => void open({ kind: "folder", path: path.value })}
    >
      <label class="field">
        <span>{words.folderLabel}</span>
        <input
          type="text"
          required
          list="folders"
          spellcheck={false}
          value={path.value}
          onInput={({ currentTarget }) => {
            path.value = currentTarget.value;
          }}
        />
      </label>
      <datalist id="folders">
        {folders.map((folder) => (
          <option key={folder} value={folder} />
        ))}
      </datalist>
    </OpenCard>
  );
}

function LibraryForm({ open }: { readonly open: Open }): JSX.Element {
  const words = useStudio().strings.open;
  const domain = useSignal("");
  const query = useSignal("");
  const submit = (): void => {
    const site = domain.value.trim();
    const search = query.value.trim();
    void open({
      kind: "library",
      ...(site === "" ? {} : { domain: site }),
      ...(search === "" ? {} : { query: search }),
    });
  };
  return (
    <OpenCard title={words.library} hint={words.libraryHint} submit={submit}>
      <label class="field">
        <span>{words.libraryDomain}</span>
        <input
          type="text"
          placeholder={words.libraryDomainHint}
          value={domain.value}
          onInput={({ currentTarget }) => {
            domain.value = currentTarget.value;
          }}
        />
      </label>
      <label class="field">
        <span>{words.libraryQuery}</span>
        <input
          type="search"
          value={query.value}
          onInput={({ currentTarget }) => {
            query.value = currentTarget.value;
          }}
        />
      </label>
    </OpenCard>
  );
}
