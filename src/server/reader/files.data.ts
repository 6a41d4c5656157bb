/** The look of the reader, written for it: one column for text, lists with the sources beside them, light, sepia and dark. */
export const READER_STYLE = `
:root{--ink:#1d1d1f;--dim:#55585f;--paper:#fdfdfb;--card:#f3f3ef;--line:#d6d6d0;--link:#0a4f9e;--seen:#5b3a8c;--good:#1c6b34;--bad:#a32116;--added:#d4f0d9;--removed:#fbdcd8;--mark:#ffe98a;color-scheme:light}
:root[data-theme=sepia]{--ink:#3a2f23;--dim:#66583f;--paper:#f7efdf;--card:#efe4cd;--line:#d5c5a5;--link:#7a3b06;--seen:#6b3d5c;--good:#3c5c14;--bad:#95250d;--added:#dfe6b8;--removed:#f2cdb8;--mark:#f2d77a}
:root[data-theme=dark]{--ink:#e5e5e1;--dim:#a6a9b0;--paper:#161719;--card:#202225;--line:#3a3d43;--link:#8ab8f2;--seen:#c4a6f0;--good:#7fd197;--bad:#ff9d90;--added:#1d4429;--removed:#5a2420;--mark:#6b5a10;color-scheme:dark}
@media(prefers-color-scheme:dark){:root[data-theme=auto]{--ink:#e5e5e1;--dim:#a6a9b0;--paper:#161719;--card:#202225;--line:#3a3d43;--link:#8ab8f2;--seen:#c4a6f0;--good:#7fd197;--bad:#ff9d90;--added:#1d4429;--removed:#5a2420;--mark:#6b5a10;color-scheme:dark}}
*{box-sizing:border-box}
html{background:var(--paper);color:var(--ink);font:100%/1.5 system-ui,-apple-system,"Segoe UI",sans-serif;-webkit-text-size-adjust:100%;--text:1.125rem}
[data-size=small]{--text:1rem}[data-size=large]{--text:1.35rem}[data-size=huge]{--text:1.7rem}
body{margin:0;overflow-wrap:anywhere}
a{color:var(--link);text-underline-offset:.15em}
.wide:focus-visible,a:focus-visible,button:focus-visible,input:focus-visible,summary:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:2px}
main:focus{outline:0}
h1,h2{line-height:1.2;text-wrap:balance}
.unseen{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;inset-block-start:-4rem;inset-inline-start:.5rem;padding:.5rem 1rem;background:var(--paper);z-index:2}
.skip:focus{inset-block-start:.5rem}
.bar{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem 1.25rem;padding:.75rem clamp(1rem,3vw,2rem);border-block-end:1px solid var(--line)}
.bar nav{display:flex;gap:1.25rem}
.name{font:700 1.35rem/1.2 Georgia,serif;color:var(--ink);text-decoration:none;letter-spacing:-.01em}
.search{display:flex;flex:1 1 16rem;max-inline-size:36rem;gap:.5rem}
.search input{flex:1;min-inline-size:0}
input[type=search],button{font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:.4rem;padding:.4rem .75rem}
input::placeholder{color:var(--dim);opacity:1}
button{cursor:pointer}
button:hover{border-color:var(--dim)}
.look{position:relative;margin-inline-start:auto}
.look summary{cursor:pointer;padding:.4rem 0}
.look form{position:absolute;inset-inline-end:0;inset-block-start:100%;z-index:1;inline-size:max-content;max-inline-size:80vw;padding:1rem;background:var(--paper);border:1px solid var(--line);border-radius:.5rem;box-shadow:0 .5rem 1.5rem rgb(0 0 0/.18)}
.look fieldset{border:0;margin:0 0 .75rem;padding:0;display:flex;flex-wrap:wrap;gap:.25rem 1rem}
.look legend{padding:0;margin-block-end:.25rem;font-weight:600}
.plain,.with-aside{margin-inline:auto;padding:clamp(1rem,3vw,2.5rem) clamp(1rem,3vw,2rem) 4rem}
.plain{max-inline-size:calc(38 * var(--text))}
.plain:has(.sources),.plain:has(.original){max-inline-size:72rem}
.with-aside{display:grid;gap:2.5rem;max-inline-size:72rem}
@media(min-width:60rem){.with-aside{grid-template-columns:minmax(0,1fr) 17rem}}
main>h1{font:700 1.6rem/1.2 Georgia,serif;margin:0 0 1.25rem}
.about,.count,.note{color:var(--dim)}
.about{font-size:.875rem;margin:.25rem 0}
.hits .about{display:flex;flex-wrap:wrap;gap:0 .75rem}
h1+.about{margin-block:-.75rem 1.25rem}
.hits{list-style:none;margin:0;padding:0}
.hits li{padding:1.1rem 0;border-block-end:1px solid var(--line)}
.hits li:first-child{padding-block-start:0}
.hits h2{font:600 1.2rem/1.3 Georgia,serif;margin:0}
.hits h2 a{display:block;color:var(--ink);text-decoration:none}
.hits h2 a:hover{text-decoration:underline}
.hits h2 a:visited{color:var(--seen)}
.snippet{margin:.35rem 0 0;max-inline-size:42rem;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:3;overflow:hidden}
mark{background:var(--mark);color:inherit;padding-inline:.1em;border-radius:.15em}
.pages{display:flex;gap:1.5rem;margin-block-start:1.5rem}
aside{font-size:.9375rem}
aside h2{font-size:1rem;margin:0 0 .75rem}
aside ul{list-style:none;margin:0;padding:0}
aside li{padding:.3rem 0}
.health{font-size:.8125rem;font-weight:600;color:var(--dim);white-space:nowrap}
.health.good{color:var(--good)}.health.bad{color:var(--bad)}
.reason{display:block;color:var(--dim);font-size:.875rem}
.sources{inline-size:100%;border-collapse:collapse}
.sources th,.sources td{padding:.6rem .75rem .6rem 0;text-align:start;vertical-align:top;border-block-end:1px solid var(--line)}
.sources tbody th{font-weight:500;max-inline-size:22rem}
.sources thead th,.sources td{overflow-wrap:break-word}
.sources thead th,.sources time{white-space:nowrap}
.sources td{font-variant-numeric:tabular-nums}
@media(max-width:48rem){.sources thead{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%)}.sources tr,.sources th,.sources td{display:block;border:0;padding:.1rem 0}.sources tbody tr{padding:.9rem 0;border-block-end:1px solid var(--line)}.sources tbody th{font-weight:600}.sources td::before{content:attr(data-name) ": ";color:var(--dim)}}
.keys th{padding:.3rem 1.5rem .3rem 0;text-align:start}
kbd{white-space:nowrap;font:.9em ui-monospace,monospace;padding:.1em .45em;border:1px solid var(--line);border-radius:.3em;background:var(--card)}
.steps,.looks{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;font-size:.9375rem;margin-block-end:1rem}
.steps a:first-child{margin-inline-end:auto}
.looks{gap:0;margin-block-end:1.5rem}
.looks a{padding:.3rem .9rem;border:1px solid var(--line);text-decoration:none}
.looks a:first-child{border-start-start-radius:.4rem;border-end-start-radius:.4rem;border-inline-end:0}
.looks a:last-child{border-start-end-radius:.4rem;border-end-end-radius:.4rem}
.looks [aria-current]{background:var(--card);color:var(--ink);font-weight:600}
.original{inline-size:100%;block-size:85vh;border:1px solid var(--line);border-radius:.4rem;background:#fff;color-scheme:light}
main>article{font:var(--text)/1.65 Georgia,"Noto Serif",serif;margin-block-start:1.5rem}
article:is(:lang(zh),:lang(ja),:lang(ko)){line-height:1.85;line-break:strict}
article:lang(zh){font-family:"Noto Serif CJK SC","Noto Serif SC","Songti SC",SimSun,"Noto Sans CJK SC",serif}
article:is(:lang(zh-Hant),:lang(zh-TW),:lang(zh-HK),:lang(zh-MO)){font-family:"Noto Serif CJK TC","Noto Serif TC","Songti TC",PMingLiU,"Noto Sans CJK TC",serif}
article:lang(ja){font-family:"Noto Serif CJK JP","Noto Serif JP","Hiragino Mincho ProN","Yu Mincho","Noto Sans CJK JP",serif}
article:lang(ko){font-family:"Noto Serif CJK KR","Noto Serif KR",AppleMyungjo,Batang,"Noto Sans CJK KR",serif;word-break:keep-all}
article:is(:lang(ar),:lang(fa),:lang(ur),:lang(he)){font-family:"Noto Naskh Arabic","Noto Serif Hebrew","Times New Roman",serif;line-height:1.8}
article header{margin-block-end:2rem}
article time{white-space:nowrap}
article h1{font-size:max(calc(var(--text)*1.25),clamp(1.5rem,1.1rem + 2.2vw,calc(var(--text)*1.95)));line-height:1.15;margin:0 0 .5em;hyphens:auto}
article h2,article h3,article h4,article h5,article h6{line-height:1.25;font-size:1.1em;margin:2em 0 .6em}
article h2{font-size:1.3em}
article :is(p,ul,ol,dl,blockquote,pre,table,figure){margin:0 0 1.25em}
article :is(ul,ol){padding-inline-start:1.75em}
article li>:is(ul,ol){margin:0}
article dd{margin-inline-start:1.5em}
article header p,article figcaption,article caption{color:var(--dim);font-size:.85em;line-height:1.5;margin:0}
article :is(img,video){display:block;max-inline-size:100%;block-size:auto;border-radius:.2rem}
article figcaption{margin-block-start:.5em}
article blockquote{margin-inline:0;padding-inline-start:1.25em;border-inline-start:.2em solid var(--line)}
article pre{white-space:pre-wrap;padding:1em;background:var(--card);border-radius:.4rem}
article :is(pre,code,samp){font-family:ui-monospace,monospace;font-size:.9em;direction:ltr;unicode-bidi:isolate;text-align:left}
article pre code{font-size:1em}
.wide{overflow-x:auto}
article table{border-collapse:collapse;font-size:.88em;line-height:1.4}
article :is(th,td){overflow-wrap:break-word;border:1px solid var(--line);padding:.4em .6em;text-align:start;vertical-align:top}
article hr{border:0;border-block-start:1px solid var(--line);margin:2em 0}
.compared h1{line-height:1.4}
.compared .same{color:var(--dim)}
ins{background:var(--added);color:var(--ink);text-decoration:underline;text-decoration-thickness:.08em}
del{background:var(--removed);color:var(--ink)}
.versions,.found{margin-block-start:3rem;padding-block-start:1rem;border-block-start:1px solid var(--line);font-size:.9375rem}
.versions h2,.found h2{font-size:1rem;margin:0 0 .5rem}
.versions ol,.found ul{margin:0;padding-inline-start:1.25rem}
.versions li,.found li{padding:.15rem 0}
[aria-current]{color:var(--ink);text-decoration:none;font-weight:600}
@media(max-width:30rem){.bar{gap:.4rem 1rem}.search{order:1;flex-basis:100%}.name{margin-inline-end:auto}.look form{inset-inline:auto 0}}
@media print{:root,:root[data-theme]{--ink:#000;--dim:#444;--paper:#fff;--card:#fff;--line:#999;--link:#000;--added:#fff;--removed:#fff}html{font-size:11pt}.bar,.steps,.looks,.versions,.found,.skip,aside,.pages{display:none}.plain,.with-aside{display:block;max-inline-size:none;padding:0}main>article{margin:0;font-size:11pt}article header a::after{content:" (" attr(href) ")";overflow-wrap:anywhere}figure,tr,blockquote{break-inside:avoid}h1,h2,h3{break-after:avoid}.wide{overflow:visible}}
`;

/** The keys of the reader: links that name a key, the list, the search. */
export const READER_KEYS = `"use strict";
const hits = () => [...document.querySelectorAll(".hits h2 a")];
const move = (step) => {
  const links = hits();
  const at = links.indexOf(document.activeElement);
  const to = links[at < 0 ? (step > 0 ? 0 : links.length - 1) : at + step];
  to?.focus();
  to?.closest("li").scrollIntoView({ block: "nearest" });
};
document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  const isTyping = target instanceof Element && target.closest("input:not([type=radio]), textarea, select");
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (isTyping) {
    if (key === "Escape") target.blur();
    return;
  }
  const link = [...document.querySelectorAll("[data-key]")].find((each) => each.dataset.key === key);
  if (key === "/") document.getElementById("q").focus();
  else if (link) link.click();
  else if (key === "j") move(1);
  else if (key === "k") move(-1);
  else return;
  event.preventDefault();
});
`;
