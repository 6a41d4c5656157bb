import { Parser, type Quad } from "n3";
import { describe, expect, test } from "vitest";
import { readSitePage } from "../source/page-source.ts";
import { section, siteOf } from "./made-up-labels.testing.ts";
import { mineTaxonomy } from "./mine-taxonomy.ts";
import {
  type Taxonomy,
  taxonomyToHtml,
  taxonomyToJson,
  taxonomyToTree,
  taxonomyToTurtle,
} from "./taxonomy.ts";

const SKOS = "http://www.w3.org/2004/02/skos/core#";
const BASE = "https://taxonomy.example/press";

const taxonomy = mineTaxonomy([
  siteOf("a.example", [
    section("World", "/world/"),
    section("Sport", "/sport/", section("Tennis", "/tennis/")),
  ]),
  siteOf("b.example", [section("World", "/world/"), section("Sport", "/sport/", section("Tennis", "/t/"))]),
  siteOf("c.example", [section('Ausland "&<i>\\', "/world/")], "de"),
]);
const ofOneSite = mineTaxonomy([
  siteOf("a.example", [section("World", "/world/"), section("Sport", "/sport/")]),
]);
const empty: Taxonomy = { ...taxonomy, sites: [], concepts: [], relations: [] };

function parse(turtle: string): Quad[] {
  return new Parser({ baseIRI: BASE }).parse(turtle);
}

function objects(quads: readonly Quad[], id: string, verb: string): string[] {
  return quads
    .filter(({ subject, predicate }) => subject.value === `${BASE}#${id}` && predicate.value === SKOS + verb)
    .map(({ object }) =>
      object.termType === "Literal" ? `${object.value}@${object.language}` : object.value,
    );
}

describe("the tree", () => {
  test("has a concept a line, with the number of sites and its other names", () => {
    expect(taxonomyToTree(taxonomy)).toBe(
      'World (3 sites): Ausland "&<i>\\\nSport (2 sites)\n└─ Tennis (2 sites)\n',
    );
  });

  test("of one site counts none", () => expect(taxonomyToTree(ofOneSite)).toBe("Sport\nWorld\n"));

  test("lets no label command the terminal", () => {
    const [world, ...others] = taxonomy.concepts;
    const labels = [{ text: "Wor\u001b[31mld\u202e", sites: ["a.example"], urls: [] }];
    const hostile = { ...taxonomy, concepts: world === undefined ? [] : [{ ...world, labels }, ...others] };
    expect(taxonomyToTree(hostile)).toContain("Wor[31mld (3 sites)");
  });

  test("of nothing is nothing", () => expect(taxonomyToTree(empty)).toBe(""));
});

describe("Turtle", () => {
  const quads = parse(taxonomyToTurtle(taxonomy));

  test("is SKOS that a parser of RDF reads", () => {
    expect(objects(quads, "", "hasTopConcept")).toEqual([`${BASE}#world`, `${BASE}#sport`]);
    expect(objects(quads, "tennis", "broader")).toEqual([`${BASE}#sport`]);
    expect(objects(quads, "sport", "narrower")).toEqual([`${BASE}#tennis`]);
  });

  test("has one preferred name a language, and keeps every sign of it", () => {
    expect(objects(quads, "world", "prefLabel")).toEqual(["World@en", 'Ausland "&<i>\\@de']);
    expect(objects(quads, "world", "altLabel")).toEqual([]);
  });

  test("says why names were joined and where sections were seen", () => {
    expect(objects(quads, "world", "editorialNote")[0]).toMatch(
      /^World = Ausland .*: translation .*c\.example/,
    );
    const sources = quads.filter(({ predicate }) => predicate.value === "http://purl.org/dc/terms/source");
    expect(sources.map(({ object }) => object.value)).toContain("https://c.example/world/");
  });

  test("leaves out languages that are none", () => {
    const [world] = taxonomy.concepts;
    const labels = [{ text: "World", language: "en us>", sites: [], urls: ["https://a.example/a b>|"] }];
    const odd = { ...taxonomy, concepts: world === undefined ? [] : [{ ...world, labels }] };
    expect(objects(parse(taxonomyToTurtle(odd)), "world", "prefLabel")).toEqual(["World@"]);
  });

  test("of nothing is a scheme without concepts", () => {
    expect(parse(taxonomyToTurtle(empty)).map(({ object }) => object.value)).toContain(
      `${SKOS}ConceptScheme`,
    );
  });
});

describe("the page", () => {
  const html = taxonomyToHtml(taxonomy);

  test("shows labels as text, whatever is in them", () => {
    const { page } = readSitePage(html, { url: undefined });
    expect(page.document.text).toContain('Ausland "&<i>\\');
    expect(html).not.toContain("<i>");
  });

  test("counts the sites of a concept, but not those of one site", () => {
    expect(html).toContain('<span class="count">3 sites</span>');
    expect(taxonomyToHtml(ofOneSite)).not.toContain('class="count"');
  });

  test("needs nothing from elsewhere", () => {
    expect(html).toContain("default-src 'none'");
    expect(html).not.toMatch(/<script|src=|@import|url\(/);
  });

  test("nests narrower concepts in broader ones", () => {
    expect(html.indexOf('id="tennis"')).toBeGreaterThan(html.indexOf('id="sport"'));
    expect(html).toMatch(/id="sport">[\s\S]*<ul class="tree">\s*<li id="tennis">/);
  });
});

test("JSON reads back as what was mined", () => {
  expect(JSON.parse(taxonomyToJson(taxonomy))).toEqual(taxonomy);
});
