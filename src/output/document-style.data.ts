/** The look of a document: one column, light or dark as the reader's screen, wide tables and code in boxes that scroll. */
export const STYLE = `:root{color-scheme:light dark;--ink:#1c1c1e;--dim:#5c5f66;--paper:#fdfdfc;--line:#d8d8d4;--link:#0a4f9e}
@media(prefers-color-scheme:dark){:root{--ink:#e4e4e0;--dim:#a3a6ad;--paper:#17181a;--line:#3b3d42;--link:#8ab8f2}}
html{background:var(--paper);color:var(--ink);font:1.125rem/1.65 Georgia,serif;-webkit-text-size-adjust:100%}
body{margin:0}
main{max-inline-size:38rem;margin:0 auto;padding:clamp(1.25rem,5vw,4rem) clamp(1rem,5vw,2rem) 4rem;overflow-wrap:anywhere}
header{margin-block-end:2rem}
h1,h2,h3,h4,h5,h6{line-height:1.25;margin:2em 0 .6em;font-size:1.1em;text-wrap:balance}
h1{font-size:clamp(1.6rem,5vw,2.1rem);line-height:1.15;margin:0 0 .5em;hyphens:auto}
h2{font-size:1.35em}
p,ul,ol,dl,blockquote,pre,table,figure{margin:0 0 1.25em}
ul,ol{padding-inline-start:2em}
li>ul,li>ol{margin:0}
dt{font-weight:700}
dd{margin-inline-start:1.5em}
header p,figcaption,caption{color:var(--dim);font-size:.85em;line-height:1.5}
header p{margin:0}
time{white-space:nowrap}
mark{background:#fe8;color:#000}
a{color:var(--link)}
img,video{display:block;max-inline-size:100%;block-size:auto;margin-inline:auto}
audio{inline-size:100%}
figcaption{margin-block-start:.5em}
blockquote{margin-inline:0;padding-inline-start:1.25em;border-inline-start:.2em solid var(--line)}
pre,code,kbd,samp{font:.9em/1.5 ui-monospace,monospace;direction:ltr;unicode-bidi:isolate}
pre code{font-size:1em}
pre{padding:1em;border:1px solid var(--line);overflow-x:auto;tab-size:4;text-align:left}
table{display:block;overflow-x:auto;border-collapse:collapse;font-size:.9em;line-height:1.4;overflow-wrap:normal}
caption{text-align:start;padding-block-end:.5em}
th,td{border:1px solid var(--line);padding:.4em .7em;text-align:start;vertical-align:top}
hr{border:0;border-block-start:1px solid var(--line);margin:2em 0}
sub,sup{font-size:.75em;line-height:0}
@media print{:root{--ink:#000;--dim:#444;--paper:#fff;--line:#999;--link:#000}html{font-size:11pt}main{max-inline-size:none;padding:0}table{display:table}pre{white-space:pre-wrap}figure,tr{break-inside:avoid}}`;

/** The SHA-256 of the style in base64, by which the policy knows it; a test checks. */
export const STYLE_HASH = "PpVQrMYypU6XmJIGXVHjGcYzfy5kshJRnuadOMwAQQY=";
