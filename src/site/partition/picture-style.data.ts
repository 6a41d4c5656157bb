/** The style sheet of the drawing: light and dark, side by side on wide screens; lengths are shares of its width. */
export const PICTURE_STYLE = `
:root {
  color-scheme: light dark;
  --paper: #f3f3f0; --sheet: #fff; --ink: #1c1d1f; --quiet: #5b5f66; --line: #d0d2d6; --focus: #1a5fb4;
  --segment: #1f6f8b; --part: #6d7580; --group: #b3541e; --instance: #5a7d2a; --label: #fbeab8; --media: #e3e5e8;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #16181b; --sheet: #1f2226; --ink: #e7e7e4; --quiet: #a9aeb6; --line: #3b4047; --focus: #8ab8ff;
    --segment: #5fb3d0; --part: #8d95a0; --group: #e58a52; --instance: #9cc463; --label: #4a3a08; --media: #2f343a;
  }
}
* { box-sizing: border-box; }
html { background: var(--paper); color: var(--ink); font: 15px/1.45 system-ui, sans-serif; }
body { margin: 0; padding: 1rem; }
h1 { font-size: 1.3rem; line-height: 1.25; margin: 0 0 .25rem; overflow-wrap: anywhere; }
h2 { font-size: 1rem; margin: 0 0 .5rem; }
p { margin: 0 0 .75rem; color: var(--quiet); }
.key { display: inline-block; margin-inline-end: 1rem; white-space: nowrap; }
.key::before { content: ""; display: inline-block; width: .9em; height: .9em; margin-inline-end: .35em; vertical-align: -.1em; border: 2px solid var(--tone); border-radius: 2px; }
.segment { --tone: var(--segment); } .part { --tone: var(--part); } .group { --tone: var(--group); } .instance { --tone: var(--instance); }
.key.label::before { border-color: var(--label); background: var(--label); }
main { display: grid; gap: 1.25rem; grid-template-columns: minmax(0, 1fr); align-items: start; }
.page { max-height: 60vh; overflow: auto; }
@media (min-width: 60rem) {
  .page { max-height: none; overflow: visible; }
  main { grid-template-columns: minmax(0, 3fr) minmax(20rem, 2fr); }
  .tree { position: sticky; top: 0; max-height: 100vh; overflow: auto; }
}
.frame { container-type: inline-size; }
.sheet { position: relative; overflow: hidden; background: var(--sheet); border: 1px solid var(--line); height: calc(var(--h) / var(--w) * 100cqw); }
.sheet > * { position: absolute; left: calc(var(--x) / var(--w) * 100cqw); top: calc(var(--y) / var(--w) * 100cqw); width: calc(var(--r) / var(--w) * 100cqw); height: calc(var(--b) / var(--w) * 100cqw); }
.text { overflow: hidden; font-size: calc(.9 * var(--f) / var(--w) * 100cqw); line-height: 1.2; }
.text b { background: var(--label); font-weight: inherit; }
.media { background: var(--media); overflow: hidden; font-size: calc(12 / var(--w) * 100cqw); color: var(--quiet); }
.box { border: 1px solid var(--tone); border-radius: 2px; pointer-events: none; }
.box.instance { border-style: dashed; }
.box:target { outline: 3px solid var(--focus); outline-offset: 1px; background: color-mix(in srgb, var(--focus) 18%, transparent); z-index: 1; }
.tree { background: var(--sheet); border: 1px solid var(--line); border-radius: 4px; padding: .75rem; overflow-wrap: anywhere; }
.tree ul { list-style: none; margin: 0; padding-inline-start: 1.1rem; border-inline-start: 1px solid var(--line); }
.tree > ul { padding-inline-start: 0; border: 0; }
.tree li { margin: .1rem 0; }
.tree li:has(> details) { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .4rem; }
summary { cursor: pointer; }
.tree a { width: .9em; height: .9em; margin-top: .3em; border: 2px solid var(--tone); border-radius: 2px; }
.tree i { color: var(--tone); font-style: normal; font-size: .85em; }
.tree b { background: var(--label); padding: 0 .2em; border-radius: 2px; }
.leaf { color: var(--ink); }
a:focus-visible, summary:focus-visible, .tree:focus-visible, .page:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
`;
