/** How the page of a taxonomy looks; colours have a contrast of at least 4.5 in either scheme. */
export const TAXONOMY_STYLE = `
:root { color-scheme: light dark; --ink: #1c2126; --dim: #59626b; --line: #c9d0d6; --paper: #fff; --link: #0b5394; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e4e8eb; --dim: #9ba6af; --line: #3c454d; --paper: #14181b; --link: #8ab8f0; }
}
body { margin: 0 auto; padding: 1rem; max-width: 56rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; margin: 0; }
h2 { font-size: 1rem; margin: 0.75rem 0 0; }
header p, .count, .code, .links { color: var(--dim); }
ul { margin: 0; padding-inline-start: 1.25rem; }
.tree { list-style: none; }
main > .tree { padding: 0; }
.tree .tree { border-inline-start: 1px solid var(--line); margin-inline-start: 0.4rem; padding-inline-start: 1rem; }
summary { cursor: pointer; padding: 0.15rem 0; border-radius: 0.25rem; }
summary:focus-visible, a:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.name { font-weight: 600; }
.code { font-size: 0.8rem; border: 1px solid var(--line); border-radius: 0.25rem; padding: 0 0.25rem; }
.links { font-size: 0.875rem; }
details > :not(summary) { margin-inline-start: 1rem; }
a { color: var(--link); }
li:target > details > summary { background: color-mix(in srgb, var(--link) 20%, transparent); }
@media print { details::details-content { content-visibility: visible; height: auto; } }
`;
