/** The report's style sheet: system fonts, light and dark, one column when narrow. */
export const REPORT_STYLE = `
:root {
  color-scheme: light dark;
  --paper: #fcfcfa; --ink: #1c1d1f; --quiet: #5b5f66; --line: #d9dade; --panel: #f1f1ee;
  --lost: #fbd9d3; --lost-ink: #7a1c0c; --extra: #fbeab8; --extra-ink: #5c4400; --focus: #1a5fb4;
  --tone-0: #1f6f8b; --tone-1: #b3541e; --tone-2: #5a7d2a; --tone-3: #7a4f9a; --tone-4: #8a6d1d; --tone-5: #a23b5c;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #16181b; --ink: #e7e7e4; --quiet: #a2a7af; --line: #363a40; --panel: #1f2226;
    --lost: #552019; --lost-ink: #ffd9d2; --extra: #4a3a08; --extra-ink: #ffeab0; --focus: #8ab8ff;
    --tone-0: #5fb3d0; --tone-1: #e58a52; --tone-2: #9cc463; --tone-3: #b98fdb; --tone-4: #d2b052; --tone-5: #e0809f;
  }
}
* { box-sizing: border-box; }
html { background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 76rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .5rem; }
h2 { font-size: 1.3rem; margin: 2.5rem 0 .5rem; padding-top: 1rem; border-top: 2px solid var(--line); }
h3 { font-size: 1.05rem; margin: 1.75rem 0 .5rem; }
h4, h5 { font-size: .95rem; margin: 1rem 0 .25rem; }
p { margin: .25rem 0; }
code { font: .85em ui-monospace, monospace; overflow-wrap: anywhere; }
.quiet, caption { color: var(--quiet); font-size: .9rem; }
a { color: var(--focus); }
a:focus-visible, summary:focus-visible, .scroll:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: 0; margin: 1rem 0 0; list-style: none; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .9rem; }
caption { text-align: left; padding-bottom: .25rem; }
th, td { padding: .3rem .6rem; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; vertical-align: top; }
th:first-child, td.text, th.text { text-align: left; }
thead th { color: var(--quiet); font-weight: 600; }
tbody th { font-weight: 600; background: var(--paper); position: sticky; left: 0; }
td small { display: block; color: var(--quiet); font-size: .75rem; }
td.best { font-weight: 700; }
td.best small { font-weight: 400; }
td.meaning { color: var(--quiet); white-space: normal; min-width: 14rem; }
.name { white-space: nowrap; margin-right: 1em; }
th .name, td .name, h4 .name, figcaption .name { margin-right: 0; }
td.bar-cell { width: 40%; min-width: 7rem; }
.key { display: inline-block; width: .75em; height: .75em; margin-right: .4em; border-radius: 2px; background: var(--tone); }
.tone-0 { --tone: var(--tone-0); } .tone-1 { --tone: var(--tone-1); } .tone-2 { --tone: var(--tone-2); }
.tone-3 { --tone: var(--tone-3); } .tone-4 { --tone: var(--tone-4); } .tone-5 { --tone: var(--tone-5); }
svg rect, svg circle { fill: var(--tone); }
svg circle { fill-opacity: .75; }
svg text { fill: var(--quiet); font: 11px system-ui, sans-serif; }
svg line { stroke: var(--line); }
svg .track { fill: var(--panel); }
svg .whisker { stroke: var(--ink); stroke-width: 2; vector-effect: non-scaling-stroke; }
.bar { display: block; width: 100%; height: .9rem; margin-top: .2rem; }
.charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: 1rem; }
figure { margin: 0; }
figcaption { font-size: .9rem; font-weight: 600; }
.histogram { width: 100%; height: auto; }
.reliability { width: 100%; max-width: 18rem; height: auto; }
details { border: 1px solid var(--line); border-radius: 6px; margin: .4rem 0; }
summary { padding: .4rem .7rem; cursor: pointer; overflow-wrap: anywhere; }
summary b { font-variant-numeric: tabular-nums; margin-right: .5em; }
.page { padding: 0 .7rem .7rem; }
.columns { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; }
.columns .text { background: var(--panel); border-radius: 6px; padding: .6rem .8rem; max-height: 30rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; font-size: .88rem; }
del, ins { text-decoration: none; border-radius: 2px; }
del { background: var(--lost); color: var(--lost-ink); border-bottom: 2px solid var(--tone-1); }
ins { background: var(--extra); color: var(--extra-ink); border-bottom: 2px dotted var(--tone-4); }
@media (max-width: 44rem) {
  td.meaning { min-width: 7rem; }
  caption { white-space: normal; }
  .columns { grid-template-columns: 1fr; }
  body { padding: 1rem .75rem 3rem; }
  td.bar-cell { min-width: 5rem; }
  th, td { padding: .25rem .35rem; }
}
@media print { details { break-inside: avoid; } }
`;
