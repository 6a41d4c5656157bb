import { describe, expect, test } from "vitest";
import { distinctNames, readLibraryNames, readNames, readOrganisationName } from "./read-names.ts";

describe("readNames", () => {
  test.each([
    ["By Ann Lee and Ben Ode", ["Ann Lee", "Ben Ode"]],
    ["Ann Lee, Ben Ode & Cy Pern", ["Ann Lee", "Ben Ode", "Cy Pern"]],
    ["Von Ann Lee und Ben Ode", ["Ann Lee", "Ben Ode"]],
    ["Ann Lee, Ph.D., RD", ["Ann Lee"]],
    ["山田太郎、鈴木花子", ["山田太郎", "鈴木花子"]],
    ["이영희 기자", ["이영희"]],
    ["Anders Anderson", ["Anders Anderson"]],
    ["Byron Lane", ["Byron Lane"]],
    ["https://www.facebook.com/annlee", []],
    ["ann@news.example", []],
    ["admin", []],
    ["(Image: Some Agency)", []],
    ["2024", []],
  ])("reads %j as %j", (stated, names) => {
    expect(readNames(stated)).toEqual(names);
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
  });
});
