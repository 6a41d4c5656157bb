import { describe, expect, test } from "vitest";
import { namesFurniture, namesOffer, pictureKey } from "./http-url.ts";

describe("the key of a picture", () => {
  test.each([
    ["https://a.example/up/ferry-quay-300x200.jpg", "https://cdn.example/w/ferry-quay.jpg?w=900"],
    ["https://a.example/img/1100/222615.jpg", "https://a.example/img/450/222615.jpg"],
    [
      "https://r.example/fit/https%3A%2F%2Fa.example%2Fup%2Fferry-quay.jpg?w=40",
      "https://a.example/up/ferry-quay.jpg",
    ],
    ["https://a.example/r/?i=15&w=20&r=LYNX", "https://a.example/r/?i=15&r=LYNX&w=1200"],
  ])("is the same for %s and %s", (one, other) => {
    expect(pictureKey(one)).toBe(pictureKey(other));
  });

  test.each([
    ["https://a.example/ferry-quay-10.jpg", "https://a.example/ferry-quay-11.jpg"],
    ["https://a.example/one/image.jpg", "https://a.example/two/image.jpg"],
    ["https://a.example/r/?i=15", "https://a.example/r/?i=16"],
    ["https://a.example/100%.jpg", "https://a.example/200%.jpg"],
  ])("differs between %s and %s", (one, other) => {
    expect(pictureKey(one)).not.toBe(pictureKey(other));
  });
});

describe("the name of a file", () => {
  test.each([
    "https://a.example/img/site-logo.png",
    "https://a.example/avatars/ann.jpg",
    "https://a.example/wp-content/themes/blue/quay.jpg",
    "https://a.example/img/btn_next.gif",
  ])("says that %s is furniture", (address) => {
    expect(namesFurniture(address)).toBe(true);
  });

  test.each([
    "https://a.example/up/bullet-train-leaves-tokyo-station.jpg",
    "https://a.example/up/catalogo-1958.jpg",
    "https://a.example/up/0ad3-btn7.jpg?logo=1",
  ])("says nothing of %s", (address) => {
    expect(namesFurniture(address)).toBe(false);
  });

  test("tells of offers", () => {
    expect(namesOffer("https://a.example/up/summer-banner-2.jpg")).toBe(true);
    expect(namesOffer("https://a.example/up/bannerman-castle.jpg")).toBe(false);
  });
});
