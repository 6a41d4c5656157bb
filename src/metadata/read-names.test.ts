import { describe, expect, test } from "vitest";
import { processorMs } from "../../test/growth.ts";
import {
  distinctNames,
  isAgency,
  isJob,
  isPersonName,
  readLibraryNames,
  readNames,
  readOrganisationName,
} from "./read-names.ts";

describe("readNames", () => {
  test.each([
    ["By Ann Lee and Ben Ode", ["Ann Lee", "Ben Ode"]],
    ["Ann Lee, Ben Ode & Cy Pern", ["Ann Lee", "Ben Ode", "Cy Pern"]],
    ["Von Ann Lee und Ben Ode", ["Ann Lee", "Ben Ode"]],
    ["Ann Lee, Ph.D., RD", ["Ann Lee"]],
    ["山田太郎、鈴木花子", ["山田太郎", "鈴木花子"]],
    ["이영희 기자", ["이영희"]],
    ["أحمد علي، منى حسن", ["أحمد علي", "منى حسن"]],
    ["Anders Anderson", ["Anders Anderson"]],
    ["Byron Lane", ["Byron Lane"]],
    ["https://www.facebook.com/annlee", []],
    ["ann@news.example", []],
    ["admin", []],
    ["(Image: Some Agency)", []],
    ["2024", []],
    ["ann-lee", []],
    ["ann.lee.harbour", []],
    ["paper.de", ["paper.de"]],
    ['"Ann Lee"', ["Ann Lee"]],
    ["Harbour House, a.s.", []],
    ["The Quay Company Inc.", []],
    ["Ann Lee (Image: Some Agency/Some Stock)", ["Ann Lee"]],
    ["Ann Lee, correspondent in Ulm", ["Ann Lee"]],
    ["Staff Writer", ["Staff Writer"]],
    ["Ann Lee Senior Sports Reporter", ["Ann Lee"]],
    ["Senior Sports Staff Reporter", ["Senior Sports Staff Reporter"]],
    ["Ann Lee, Updated by Ben Ode", ["Ann Lee"]],
    ["Paramita (Guha) Ghosh", ["Paramita (Guha) Ghosh"]],
    ["Ann Lee (AFP)", ["Ann Lee"]],
    ["Ann Lee ann@news.example", ["Ann Lee"]],
    ["ann@news.example (Ann Lee)", ["Ann Lee"]],
    ["Ann Lee @annlee", ["Ann Lee"]],
    ["Ann Lee, envoyé spécial à Ulm", ["Ann Lee"]],
    ["Ute Park, Chefredakteurin", ["Ute Park"]],
    ["Ann Lee, photos Ben Ode", ["Ann Lee"]],
    ["Ann Lee, Content Coordinator", ["Ann Lee"]],
    ["Ann Lee, CEO of Example", ["Ann Lee"]],
  ])("reads %j as %j", (stated, names) => {
    expect(readNames(stated)).toEqual(names);
  });

  test.each(["(.", "(", " (", "a@", "by ", "von der "])("takes little time for %j over and over", (piece) => {
    expect(processorMs(() => readNames(piece.repeat(5_000 / piece.length)))).toBeLessThan(500);
  });
});

test("names are 50 at most, of 80 characters", () => {
  const people = Array.from({ length: 60 }, (_, at) => `Ann L${"e".repeat(at)}`).map((name) =>
    name.slice(0, 70),
  );
  expect(readNames(people.join(", "))).toEqual(people.slice(0, 50));
  const long = (letters: number) => `Ann ${"Lee".repeat(letters / 3)}`;
  expect(readNames(long(60))).toEqual([long(60)]);
  expect(readNames(long(90))).toEqual([]);
  expect(readLibraryNames(people.join("; "))).toHaveLength(50);
});

describe("isPersonName", () => {
  test.each([
    "Ann Lee",
    "Jan van der Berg",
    "Seán O’Neill",
    "DANA JARÁ",
    "松岡大地",
    "이영희",
    "J. R. Ode",
    "أحمد علي",
    "דנה לוי",
  ])("takes %j for a name", (name) => {
    expect(isPersonName(name)).toBe(true);
  });

  test.each([
    "Read more",
    "Published by",
    "Ann",
    "Follow Us",
    "Senior Editor",
    "the harbour",
    "5 min read",
    "Publié le",
  ])("takes %j for no name", (text) => {
    expect(isPersonName(text)).toBe(false);
  });

  test("agencies are known by any spelling of their name", () => {
    expect(["AFP", "The Associated Press", "ČTK", "Ann Lee"].map(isAgency)).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});

describe("other lists of names", () => {
  test("turn a library's order round", () => {
    expect(readLibraryNames("Lee, Ann; Ode, Ben")).toEqual(["Ann Lee", "Ben Ode"]);
  });

  test("leave an organisation's name whole", () => {
    expect(readOrganisationName("Centre for Tides and Moons")).toEqual(["Centre for Tides and Moons"]);
  });

  test("lose repeats and the names to be left out", () => {
    expect(distinctNames(["Ann Lee", "ANN LEE", "The Paper"], ["the paper"])).toEqual(["Ann Lee"]);
    expect(distinctNames(["The Paper"], ["The Paper"])).toBeUndefined();
    expect(distinctNames(["The Paper"], ["The Paper (www.paper.example)"])).toBeUndefined();
  });
});

test.each([
  "Staff",
  "Ann Lee, Senior Editor",
  "HEAD OF NEWS",
  "Gerichtsreporterin",
  "la rédactrice",
  "fotos: Kim",
  "Envoyée spéciale",
])("%s names a job or a credit", (text) => {
  expect(isJob(text)).toBe(true);
});

test.each(["Ann Lee", "Head Office", "Ahead of Time", "Staffan Berg", "Editorial", "Ephoto", "", "Ö"])(
  "%j names none",
  (text) => {
    expect(isJob(text)).toBe(false);
  },
);
