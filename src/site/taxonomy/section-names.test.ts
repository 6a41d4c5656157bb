import { describe, expect, test } from "vitest";
import { readAddress } from "./addresses.ts";
import { isDepartment, makeSectionConcept } from "./section-names.ts";

describe("the names of common sections", () => {
  const conceptOf = makeSectionConcept();

  test.each([
    ["Gesundheit", "de", "health"],
    ["HEALTH", "en", "health"],
    ["Wirtschaft", "de", "business"],
    ["Ausland", "de", "world"],
    ["国际", "zh", "world"],
    ["Kultur", "de", "culture"],
    ["Спорт", "ru", "sport"],
  ])("%s (%s) is %s", (name, language, concept) => {
    expect(conceptOf(name, language)).toBe(concept);
  });

  test.each([
    ["Travel & Tourism", "travel"],
    ["Health news", "health"],
    ["The Post Sport", "sport"],
    ["Opinions", "opinion"],
    ["Business & Money", "business"],
    ["Business & Stocks", "business"],
    ["Health + Fitness", "health and fitness"],
    ["Latest business news", "business"],
    ["Sports section", "sport"],
    ["Coronavirus headlines", "coronavirus"],
    ["Motoring news", "cars"],
    ["Elections 2012", "elections"],
    ["Post TV", "video"],
  ])("%s is a form of %s", (name, concept) => {
    expect(conceptOf(name, "en", "post.example")).toBe(concept);
  });

  test("have nothing to do with words that only look like them", () => {
    expect(conceptOf("New", "en")).toBeUndefined();
    expect(conceptOf("Policy", "en")).toBeUndefined();
    expect(conceptOf("Sport & Travel", "en")).toBeUndefined();
  });

  test.each([
    ["My", undefined],
    ["Cart", "en"],
    ["Crimée", "fr"],
  ])("%s (%s) is a word of its own", (name, language) => {
    expect(conceptOf(name, language)).toBeUndefined();
  });

  test("keep neighbouring subjects apart", () => {
    expect(conceptOf("Wellness", "en")).not.toBe(conceptOf("Health", "en"));
    expect(conceptOf("Recht", "de")).not.toBe(conceptOf("Justiz", "de"));
    expect(conceptOf("Aktien", "de")).not.toBe(conceptOf("Börse", "de"));
    expect(conceptOf("Op-ed", "en")).not.toBe(conceptOf("Opinion", "en"));
    expect(conceptOf("Regions", "en")).not.toBe(conceptOf("Regional", "en"));
    expect(conceptOf("Satire", "en")).not.toBe(conceptOf("Humour", "en"));
    expect(conceptOf("Police", "en")).not.toBe(conceptOf("Crime", "en"));
  });

  test("take two subjects for neither of them", () => {
    expect(conceptOf("Books & arts", "en")).toBeUndefined();
    expect(conceptOf("Style & Fashion", "en")).not.toBe(conceptOf("Fashion", "en"));
    expect(conceptOf("Art & Culture", "en")).toBe("culture");
  });

  test("are parts of subjects that are no news, but the whole of others", () => {
    expect(conceptOf("Travel news", "en")).toBeUndefined();
    expect(conceptOf("News blogs", "en")).toBeUndefined();
    expect(conceptOf("Science news", "en")).toBe("science");
  });

  test("have no forms that another language has by chance", () => {
    expect(conceptOf("Salutes", "en")).toBeUndefined();
    expect(conceptOf("Salute", "it")).toBe("health");
  });

  test("come after the name of the site, without what its host adds", () => {
    expect(conceptOf("Post Sport", "en", "posttv.example")).toBe("sport");
    expect(conceptOf("Post Sport", "en", "posthouse.example")).toBeUndefined();
  });

  test("are soccer in English only where football is", () => {
    expect(conceptOf("Football", "en", "post.co.uk")).toBe("football");
    expect(conceptOf("Football", "en", "post.com")).toBeUndefined();
    expect(conceptOf("Football", "fr", "post.com")).toBe("football");
    expect(conceptOf("Soccer", "en", "post.com")).toBe("football");
  });

  test("do not include other pages of a site", () => {
    expect(conceptOf("Legal notice", "en")).toBeUndefined();
  });

  test("include countries in the language of the page, except its own", () => {
    expect(conceptOf("Frankreich", "de")).toBe("place FR");
    expect(conceptOf("France", "en")).toBe("place FR");
    expect(conceptOf("France", "fr")).toBeUndefined();
    expect(conceptOf("Deutschland", "de")).toBe("national");
  });

  test("take the country of the site's address for home news", () => {
    expect(conceptOf("UK", "en", "post.co.uk")).toBe("national");
    expect(conceptOf("U.S.", "en", "post.co.uk")).toBe("united states");
    expect(conceptOf("U.S.", "en", "post.com")).toBe("national");
    expect(conceptOf("US", "en", "post.com")).toBeUndefined();
    expect(conceptOf("España", "es", "post.es")).toBe("national");
    expect(conceptOf("Deutschland", "de", "post.at")).toBe("place DE");
  });

  test("include countries in both Chinese scripts, and in English without a language", () => {
    expect(conceptOf("俄羅斯", "zh")).toBe("place RU");
    expect(conceptOf("俄罗斯", "zh")).toBe("place RU");
    expect(conceptOf("Pakistan", undefined)).toBe("place PK");
  });

  test("survive a language that is none", () => {
    expect(conceptOf("France", "not a language")).toBeUndefined();
  });
});

describe("a department of a site", () => {
  const conceptOf = makeSectionConcept();
  const isOne = (concept: string, path: string, above: readonly string[] = []) =>
    isDepartment(concept, readAddress(`https://post.example${path}`)!, { above, conceptOf });

  test("is not what a folder of videos or pictures has of it, nor a programme", () => {
    expect(isOne("sport", "/sport/")).toBe(true);
    expect(isOne("sport", "/video/sport/")).toBe(false);
    expect(isOne("tennis", "/photo/tennis/")).toBe(false);
    expect(isOne("football", "/sport/uitslagen/voetbal/", ["sport"])).toBe(false);
    expect(isOne("video", "/video/")).toBe(true);
    expect(isOne("opinion", "/emission/debats/")).toBe(false);
  });

  test("is a place below news or places, not below a topic", () => {
    expect(isOne("europe", "/world/europe/", ["world"])).toBe(true);
    expect(isOne("europe", "/travel/europe/", ["travel"])).toBe(false);
  });

  test("is news of a town below a region, and no region below a journey", () => {
    expect(isOne("local", "/regional/town/", ["regional"])).toBe(true);
    expect(isOne("opinion", "/regional/opinion/", ["local"])).toBe(true);
    expect(isOne("local", "/travel/regional/", ["travel"])).toBe(false);
  });

  test("is the video of the site, not that of one of its subjects", () => {
    expect(isOne("video", "/news/video/", ["news"])).toBe(true);
    expect(isOne("video", "/sport/video/", ["sport"])).toBe(false);
    expect(isOne("latest", "/technology/latest/", ["technology"])).toBe(false);
    expect(isOne("multimedia", "/multimedia/")).toBe(true);
  });

  test("is an address of one word, whatever a menu puts above it", () => {
    expect(isOne("video", "/video/", ["sport"])).toBe(true);
    expect(isOne("national", "/us/", ["coronavirus"])).toBe(true);
  });

  test("is not a part of the department of its own name", () => {
    expect(isOne("culture", "/culture/news/", ["culture"])).toBe(false);
  });

  test("is not a way of telling", () => expect(isOne("analysis", "/analysis/")).toBe(false));
});
