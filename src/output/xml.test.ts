import { describe, expect, test } from "vitest";
import { exampleArticle } from "../../test/output/example-article.ts";
import { findXmlFault } from "../../test/output/xml-fault.ts";
import { toXml } from "./xml.ts";

describe("XML", () => {
  test("has a header of what is known and the text as TEI elements", () => {
    expect(toXml(exampleArticle)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<TEI xmlns="http://www.tei-c.org/ns/1.0">
<teiHeader>
<fileDesc>
<titleStmt>
<title>Ferry &lt;returns&gt; &amp; stays</title>
<author>Marta Ellingsworth</author>
</titleStmt>
<publicationStmt>
<publisher>The Harbour Courier</publisher>
<date type="published">2026-03-12T07:30:00+00:00</date>
</publicationStmt>
<sourceDesc>
<bibl>
<ref type="source">https://harbour-courier.example/local/ferry</ref>
</bibl>
</sourceDesc>
</fileDesc>
<profileDesc>
<langUsage>
<language ident="en-GB"/>
</langUsage>
<textClass>
<keywords>
<term>Ferries</term>
</keywords>
</textClass>
</profileDesc>
</teiHeader>
<text xml:lang="en-GB">
<body>
<p>The <hi rend="em">Anna</hi> is <ref target="https://harbour-courier.example/back">back</ref>.</p>
<head rend="h2">Crossings</head>
<list rend="bulleted">
<item>four a day</item>
</list>
<figure><graphic url="https://harbour-courier.example/quay.jpg"/><head>At dawn</head><figDesc>Quay</figDesc><bibl>J. Petherick</bibl></figure>
</body>
</text>
</TEI>
`);
  });

  test("holds every kind of block and stays well-formed", () => {
    const html =
      '<h2>a</h2><ol start=2><li>b</li></ol><dl><dt>c</dt><dd>d</dd></dl><table><caption>e</caption><tr><th colspan=2>f</th></tr><tr><td>g</td><td>h</td></tr></table><blockquote>i</blockquote><pre>&lt;j&gt;</pre><p>k<br>l</p><hr><p><q>m</q><abbr title="&lt;">n</abbr><del>o</del></p><video src="/p.mp4"></video>';
    const xml = toXml({ ...exampleArticle, html });
    expect(findXmlFault(xml)).toBeUndefined();
    for (const part of [
      '<list rend="numbered" n="2">',
      '<list type="gloss">',
      '<cell role="label" cols="2">f</cell>',
      "<quote><p>i</p></quote>",
      '<code xml:space="preserve">&lt;j&gt;</code>',
      "k<lb/>l",
      '<milestone unit="section" rend="rule"/>',
      '<q>m</q><abbr n="&lt;">n</abbr><del>o</del>',
      '<media url="https://harbour-courier.example/p.mp4" type="video"/>',
    ]) {
      expect(xml).toContain(part);
    }
  });

  test("drops characters that XML forbids, wherever they come from", () => {
    const title = "A\u0000B\u001f\ud800C\uffff";
    const xml = toXml({
      ...exampleArticle,
      title,
      tags: [title],
      url: `https://a.example/\u0008`,
      html: `<p>${title}</p>`,
    });
    expect(findXmlFault(xml)).toBeUndefined();
    expect(xml).toContain("<title>ABC</title>");
  });
});
