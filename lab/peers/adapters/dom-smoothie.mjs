import { Readability } from "dom-smoothie-js";
import { serve } from "./serve.mjs";

await serve(({ html, url }) => {
  const reader = new Readability(html, url, { text_mode: "Formatted" });
  try {
    const { text_content, title } = reader.parse();
    return { text: text_content, title };
  } finally {
    reader.free();
  }
});
