import { describe, expect, test } from "vitest";
import { addressOf, readRoute, SCREENS } from "./routes.ts";

const read = (address: string) => {
  const { pathname, search } = new URL(address, "http://127.0.0.1");
  return readRoute(pathname, search);
};

describe("addresses", () => {
  test("lead back to the screen, set, page and query that they were made of", () => {
    const set = "a set/with ünusual % names";
    const page = "pages/1.html?x#y";
    const route = read(addressOf("label", [set, page], { with: "bo", empty: "", none: null }));
    expect(route).toEqual({ screen: "label", set, page, domain: null, query: { with: "bo" } });
  });

  test("every screen has one", () => {
    expect(SCREENS.map((screen) => read(addressOf(screen)).screen)).toEqual(SCREENS);
  });

  test("of sites name a domain", () => {
    expect(read("/studio/sites/news.example")).toMatchObject({
      screen: "sites",
      domain: "news.example",
      set: null,
    });
  });

  test("that lead nowhere, or are badly escaped, are told", () => {
    expect(read("/studio/nowhere").screen).toBe("unknown");
    expect(read("/studio/set/%E0%A4%A").set).toBe("%E0%A4%A");
    expect(read("/studio").screen).toBe("open");
  });
});
