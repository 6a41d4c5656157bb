import { conceptTree } from "./concept-tree.ts";
import type { Concept, ConceptLabel, Join, Taxonomy } from "./taxonomy.ts";

const PREFIXES = `@prefix dct: <http://purl.org/dc/terms/> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
`;
/** The language tags that Turtle can write. */
const LANGUAGE_TAG = /^[a-z]{1,8}(?:-[a-z0-9]{1,8})*$/i;
/** What may not stand in an address between angle brackets. */
const NOT_IN_IRI = /[\0-\x20<>"{}|^`\\]/g;
const ESCAPES: Readonly<Record<string, string>> = { "\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r" };

/** A taxonomy as SKOS in Turtle; addresses of concepts are relative to wherever the file is published. */
export function taxonomyToTurtle(taxonomy: Taxonomy): string {
  const top = conceptTree(taxonomy).map(({ concept }) => iri(concept.id));
  const scheme = statement("<#>", [
    ["a", ["skos:ConceptScheme"]],
    ["dct:title", [literal(`Sections of ${taxonomy.sites.join(", ")}`)]],
    ["skos:hasTopConcept", top],
  ]);
  const narrower = Map.groupBy(taxonomy.concepts, ({ broader }) => broader);
  const concepts = taxonomy.concepts.map((concept) => writeConcept(concept, narrower.get(concept.id) ?? []));
  return [PREFIXES, scheme, ...concepts].join("\n");
}

function writeConcept(concept: Concept, narrower: readonly Concept[]): string {
  const { preferred, others } = chooseNames(concept.labels);
  const sources = new Set(concept.labels.flatMap(({ urls }) => urls));
  return statement(iri(concept.id), [
    ["a", ["skos:Concept"]],
    ["skos:inScheme", ["<#>"]],
    ["skos:prefLabel", preferred],
    ["skos:altLabel", others],
    ...(concept.broader === undefined
      ? ([["skos:topConceptOf", ["<#>"]]] as const)
      : ([["skos:broader", [iri(concept.broader)]]] as const)),
    ["skos:narrower", narrower.map(({ id }) => iri(id))],
    ["skos:related", concept.related.map(iri)],
    ["dct:source", [...sources].map(address)],
    ["skos:editorialNote", concept.joins.map((join) => literal(explain(join), "en"))],
  ]);
}

/** SKOS allows one preferred name a language, and none of them may be another name too. */
function chooseNames(labels: readonly ConceptLabel[]): { preferred: string[]; others: string[] } {
  const preferred = new Map<string, string>();
  const others = new Set<string>();
  for (const { text, language } of labels) {
    const written = literal(text, language);
    if (preferred.has(language ?? "")) others.add(written);
    else preferred.set(language ?? "", written);
  }
  for (const name of preferred.values()) others.delete(name);
  return { preferred: [...preferred.values()], others: [...others] };
}

function explain({ labels: [first, second], score, evidence }: Join): string {
  const why = evidence.map((each) => `${each.kind} ${each.score.toFixed(2)} (${each.sites.join(", ")})`);
  return `${first} = ${second}, ${score.toFixed(2)}: ${why.join("; ")}`;
}

function statement(subject: string, lines: readonly (readonly [string, readonly string[]])[]): string {
  const said = lines.filter(([, objects]) => objects.length > 0);
  return `${subject} ${said.map(([verb, objects]) => `${verb} ${objects.join(", ")}`).join(" ;\n    ")} .\n`;
}

function iri(id: string): string {
  return `<#${id}>`;
}

function address(url: string): string {
  return `<${url.replace(NOT_IN_IRI, (sign) => encodeURIComponent(sign))}>`;
}

function literal(text: string, language?: string): string {
  const quoted = `"${text.toWellFormed().replace(/[\\"\n\r]/g, (sign) => ESCAPES[sign] ?? "")}"`;
  return language !== undefined && LANGUAGE_TAG.test(language)
    ? `${quoted}@${language.toLowerCase()}`
    : quoted;
}
