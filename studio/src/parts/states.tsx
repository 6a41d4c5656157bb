import type { ComponentChildren, JSX } from "preact";
import { type ApiFailure, AWAY } from "../api.ts";
import type { Loaded } from "../state/loaded.ts";
import { useStudio } from "../state/studio.ts";
import type { Strings } from "../strings/en.data.ts";

/** What is shown while something is loaded; told to screen readers only where it takes long. */
export function Loading({ label }: { readonly label?: string }): JSX.Element {
  const { strings } = useStudio();
  return (
    <div class="state loading" role="status">
      <span class="spinner" aria-hidden="true" />
      <p>{label ?? strings.app.loading}</p>
    </div>
  );
}

/** Nothing to show: why, and what to do next. */
export function Empty({
  title,
  next,
  children,
}: {
  readonly title: string;
  readonly next: string;
  readonly children?: ComponentChildren;
}): JSX.Element {
  return (
    <div class="state">
      <h2>{title}</h2>
      <p>{next}</p>
      {children !== undefined && <div class="actions">{children}</div>}
    </div>
  );
}

/** What went wrong, its code, and what to do. */
export function Failed({
  failure,
  retry,
  children,
}: {
  readonly failure: ApiFailure;
  readonly retry?: (() => void) | undefined;
  /** What else can be done. */
  readonly children?: ComponentChildren;
}): JSX.Element {
  const { strings } = useStudio();
  const { failure: words, app } = strings;
  const isAway = failure.code === AWAY;
  return (
    <div class="state failed" role="alert">
      <h2>{isAway ? words.away : words.title}</h2>
      <p>{isAway ? words.awayNext : failure.message}</p>
      {!isAway && <p class="quiet">{helpFor(words, failure)}</p>}
      {!isAway && <p class="quiet code">{words.code(failure.code)}</p>}
      <div class="actions">
        {retry !== undefined && (
          <button type="button" class="button primary" onClick={retry}>
            {app.retry}
          </button>
        )}
        {children}
        <a class="button" href="/studio/">
          {app.back}
        </a>
      </div>
    </div>
  );
}

/** What to do: in the studio some codes have another answer than on a command line. */
function helpFor(words: Strings["failure"], { code, help }: ApiFailure): string {
  const own: Readonly<Record<string, string>> = words.helps;
  return own[code] ?? help ?? words.otherwise;
}

/** Shows what was loaded, or its state. */
export function Show<T>({
  loaded,
  label,
  children,
}: {
  readonly loaded: Loaded<T>;
  readonly label?: string;
  readonly children: (value: T) => ComponentChildren;
}): JSX.Element {
  if (loaded.kind === "ready") return <>{children(loaded.value)}</>;
  if (loaded.kind === "failed") return <Failed failure={loaded.failure} retry={loaded.retry} />;
  if (loaded.before !== null) return <>{children(loaded.before)}</>;
  return label === undefined ? <Loading /> : <Loading label={label} />;
}
