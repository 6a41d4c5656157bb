import type { JSX } from "preact";
import type { Agreement, SetSummary } from "../../../src/server/studio/contract.ts";
import { FigureTable } from "../parts/charts.tsx";
import { ChooseSet } from "../parts/choose-set.tsx";
import { Empty, Show } from "../parts/states.tsx";
import { addressOf, type Route } from "../routes.ts";
import { useLoaded } from "../state/loaded.ts";
import { useStudio } from "../state/studio.ts";

/** How far two people agree, field by field, and where they do not. */
export function AgreeScreen({ route }: { readonly route: Route }): JSX.Element {
  const { api } = useStudio();
  const { set } = route;
  const { loaded } = useLoaded(set === null ? null : `set ${set}`, () => api.set(set ?? ""));
  if (set === null) return <ChooseSet screen="agree" />;
  return <Show loaded={loaded.value}>{(found) => <Pair set={found} route={route} />}</Show>;
}

function Pair({ set, route }: { readonly set: SetSummary; readonly route: Route }): JSX.Element {
  const { strings, router, api, person } = useStudio();
  const words = strings.agree;
  const names = set.progress.map(({ by }) => by);
  const a = route.query.a ?? (names.includes(person.value) ? person.value : names[0]) ?? "";
  const b = route.query.b ?? names.find((name) => name !== a) ?? "";
  const isPair = names.length > 1 && a !== b;
  const { loaded } = useLoaded(isPair ? `agree ${set.id} ${a} ${b}` : null, () =>
    api.agreement(set.id, a, b),
  );
  if (names.length < 2) {
    return (
      <Empty title={words.alone} next={words.aloneNext}>
        <a class="button primary" href={addressOf("set", [set.id])}>
          {strings.label.toPages}
        </a>
      </Empty>
    );
  }
  const choose = (query: { a: string; b: string }): void =>
    router.replace(addressOf("agree", [set.id], query));
  return (
    <div class="column">
      <header class="head">
        <div>
          <h1>{words.title}</h1>
          <p class="lead">{words.lead}</p>
        </div>
        <div class="actions">
          <NameChoice
            label={words.first}
            names={names}
            value={a}
            onChoose={(name) => choose({ a: name, b })}
          />
          <NameChoice
            label={words.second}
            names={names}
            value={b}
            onChoose={(name) => choose({ a, b: name })}
          />
        </div>
      </header>
      {isPair ? (
        <Show loaded={loaded.value}>{(found) => <Fields set={set.id} agreement={found} />}</Show>
      ) : (
        <Empty title={words.alone} next={words.aloneNext} />
      )}
    </div>
  );
}

function NameChoice({
  label,
  names,
  value,
  onChoose,
}: {
  readonly label: string;
  readonly names: readonly string[];
  readonly value: string;
  readonly onChoose: (name: string) => void;
}): JSX.Element {
  return (
    <label class="inline-field">
      <span>{label}</span>
      <select value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function Fields({ set, agreement }: { readonly set: string; readonly agreement: Agreement }): JSX.Element {
  const { strings, person } = useStudio();
  const words = strings.agree;
  const { a, b, pages, fields, conflicts } = agreement;
  if (pages === 0) return <Empty title={words.nothing} next={words.nothingNext} />;
  const other = person.value === b ? a : b;
  return (
    <>
      <FigureTable label={words.title}>
        <thead>
          <tr>
            <th scope="col">{words.field}</th>
            <th scope="col" title={words.exactLong}>
              {words.exact}
            </th>
            <th scope="col" title={words.kappaLong}>
              {words.kappa}
            </th>
            <th scope="col">{words.pages}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ role, exact, kappa, pages: count }) => (
            <tr key={role}>
              <th scope="row">{strings.roles[role]}</th>
              <td>{`${Math.round(exact * 100)} %`}</td>
              <td>{kappa === null ? words.none : kappa.toFixed(2)}</td>
              <td>{count}</td>
            </tr>
          ))}
        </tbody>
      </FigureTable>
      <h2>{words.conflicts(conflicts.length)}</h2>
      {conflicts.length === 0 && <p>{words.noConflicts}</p>}
      <ul class="sets">
        {conflicts.map(({ page, roles }) => (
          <li key={page} class="set-row conflict-row">
            <span>{page}</span>
            <span class="tags">
              {roles.map((role) => (
                <span key={role} class="tag">
                  {strings.roles[role]}
                </span>
              ))}
            </span>
            <a class="button" href={addressOf("label", [set, page], { with: other })}>
              {words.settle}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
