import { expect, test } from "vitest";
import { extract } from "../../default-extract.ts";

const TEXT =
  "The night ferry to Saint Orrin has left the quay with its lamps lit and the band on the upper deck.";
const update = (hour: number) =>
  `<div class=update><time datetime="2024-05-03T${hour}:15:00Z">${hour}:15</time><h3>At ${hour}</h3><p>${hour} passengers. ${TEXT}</p></div>`;
const HOURS = [20, 19, 18, 17, 16, 15, 14, 13, 12];
const LIVE = `<title>Night ferry returns</title><meta property=og:type content=article><main><h1>Night ferry returns</h1>${HOURS.map(update).join("")}</main>`;

test("a live blog without data is noticed, and was published with its first update", () => {
  const { published, warnings } = extract(LIVE, { url: "https://example.org/news/night-ferry-returns" });
  expect(published).toBe("2024-05-03T12:15:00Z");
  expect(warnings.map(({ code }) => code)).toContain("LIVE_BLOG");
});

test("a stated date comes before that of the first update", () => {
  const stated = '<meta property="article:published_time" content="2024-05-02T08:00:00Z">';
  expect(extract(stated + LIVE).published).toBe("2024-05-02T08:00:00Z");
});
