import { describe, expect, test } from "vitest";
import { StyleClasses } from "./element-styles.ts";
import type { StyleProperty } from "./styled.data.ts";

const values = (entries: Partial<Record<StyleProperty, string>>) =>
  new Map(Object.entries(entries) as [StyleProperty, string][]);
const NO_PARTS = new Map();

describe("classes", () => {
  test("are shared by elements that look alike, and only by these", () => {
    const classes = new StyleClasses();
    const red = { own: values({ color: "red" }), parts: NO_PARTS };
    expect(classes.nameOf(red)).toBe("g1");
    expect(classes.nameOf({ own: values({ color: "blue" }), parts: NO_PARTS })).toBe("g2");
    expect(classes.nameOf(red)).toBe("g1");
    expect(classes.sheet()).toBe(".g1{color:red}\n.g2{color:blue}");
  });

  test("are not needed by elements that look as what is around them", () => {
    expect(new StyleClasses().nameOf({ own: values({}), parts: NO_PARTS })).toBeUndefined();
  });

  test("say what style sheets add to an element, also where it has nothing of its own", () => {
    const classes = new StyleClasses();
    classes.nameOf({ own: values({}), parts: new Map([["before", values({ content: '"a"' })]]) });
    classes.nameOf({
      own: values({ color: "red" }),
      parts: new Map([["after", values({ content: '"b"' })]]),
    });
    expect(classes.sheet()).toBe('.g1::before{content:"a"}\n.g2{color:red}\n.g2::after{content:"b"}');
  });

  test("say four sides at once where all are said", () => {
    const classes = new StyleClasses();
    const margins = {
      "margin-top": "1px",
      "margin-right": "2px",
      "margin-bottom": "1px",
      "margin-left": "2px",
    };
    classes.nameOf({ own: values({ ...margins, "padding-top": "3px" }), parts: NO_PARTS });
    expect(classes.sheet()).toBe(".g1{padding-top:3px;margin:1px 2px 1px 2px}");
  });
});
