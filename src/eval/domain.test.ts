import { describe, expect, test } from "vitest";
import { domainOf } from "./domain.ts";

describe("the domain of a labelled page", () => {
  test.each([
    ["https://news.bay.co.uk/story/1", "elsewhere.example", "bay.co.uk"],
    ["http://tides.blogspot.com/", null, "tides.blogspot.com"],
    ["http://web.archive.org/web/20161101014718/http://sport.bay.example/a", null, "bay.example"],
    ["https://web.archive.org/web/20161101im_/https://bay.example/", null, "bay.example"],
    [null, "Sport.Bay.example", "bay.example"],
    ["no address", "bay.example", "bay.example"],
    [null, "163", "163"],
    [null, "The Bay Times", "the bay times"],
    [null, " ", undefined],
    [null, null, undefined],
  ])("of %j with the site %j is %j", (url, site, domain) => {
    expect(domainOf({ url, site })).toBe(domain);
  });
});
