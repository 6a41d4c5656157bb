/** Characters and their raised forms, from Unicode's compatibility mappings `<super>`; NFKC turns them back. */
export const SUPERSCRIPTS: ReadonlyMap<string, string> = pairs(
  "0123456789+-\u2212\u2013=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVW",
  "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂ",
);

/** Characters and their lowered forms, from Unicode's compatibility mappings `<sub>`; NFKC turns them back. */
export const SUBSCRIPTS: ReadonlyMap<string, string> = pairs(
  "0123456789+-\u2212\u2013=()aehijklmnoprstuvxβγρφχ",
  "₀₁₂₃₄₅₆₇₈₉₊₋₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ",
);

function pairs(plain: string, written: string): ReadonlyMap<string, string> {
  const forms = [...written];
  return new Map([...plain].map((sign, index) => [sign, forms[index] ?? sign]));
}
