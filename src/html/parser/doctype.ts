/** Starts of public identifiers that the standard lists for quirks mode, lower case. */
const QUIRKY_STARTS = [
  "+//silmaril//dtd html pro v0r11 19970101//",
  "-//as//dtd html 3.0 aswedit + extensions//",
  "-//advasoft ltd//dtd html 3.0 aswedit + extensions//",
  "-//ietf//dtd html 2.0 level 1//",
  "-//ietf//dtd html 2.0 level 2//",
  "-//ietf//dtd html 2.0 strict level 1//",
  "-//ietf//dtd html 2.0 strict level 2//",
  "-//ietf//dtd html 2.0 strict//",
  "-//ietf//dtd html 2.0//",
  "-//ietf//dtd html 2.1e//",
  "-//ietf//dtd html 3.0//",
  "-//ietf//dtd html 3.2 final//",
  "-//ietf//dtd html 3.2//",
  "-//ietf//dtd html 3//",
  "-//ietf//dtd html level 0//",
  "-//ietf//dtd html level 1//",
  "-//ietf//dtd html level 2//",
  "-//ietf//dtd html level 3//",
  "-//ietf//dtd html strict level 0//",
  "-//ietf//dtd html strict level 1//",
  "-//ietf//dtd html strict level 2//",
  "-//ietf//dtd html strict level 3//",
  "-//ietf//dtd html strict//",
  "-//ietf//dtd html//",
  "-//metrius//dtd metrius presentational//",
  "-//microsoft//dtd internet explorer 2.0 html strict//",
  "-//microsoft//dtd internet explorer 2.0 html//",
  "-//microsoft//dtd internet explorer 2.0 tables//",
  "-//microsoft//dtd internet explorer 3.0 html strict//",
  "-//microsoft//dtd internet explorer 3.0 html//",
  "-//microsoft//dtd internet explorer 3.0 tables//",
  "-//netscape comm. corp.//dtd html//",
  "-//netscape comm. corp.//dtd strict html//",
  "-//o'reilly and associates//dtd html 2.0//",
  "-//o'reilly and associates//dtd html extended 1.0//",
  "-//o'reilly and associates//dtd html extended relaxed 1.0//",
  "-//sq//dtd html 2.0 hotmetal + extensions//",
  "-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
  "-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//",
  "-//spyglass//dtd html 2.0 extended//",
  "-//sun microsystems corp.//dtd hotjava html//",
  "-//sun microsystems corp.//dtd hotjava strict html//",
  "-//w3c//dtd html 3 1995-03-24//",
  "-//w3c//dtd html 3.2 draft//",
  "-//w3c//dtd html 3.2 final//",
  "-//w3c//dtd html 3.2//",
  "-//w3c//dtd html 3.2s draft//",
  "-//w3c//dtd html 4.0 frameset//",
  "-//w3c//dtd html 4.0 transitional//",
  "-//w3c//dtd html experimental 19960712//",
  "-//w3c//dtd html experimental 970421//",
  "-//w3c//dtd w3 html//",
  "-//w3o//dtd w3 html 3.0//",
  "-//webtechs//dtd mozilla html 2.0//",
  "-//webtechs//dtd mozilla html//",
];
/** Quirky only without a system identifier. */
const QUIRKY_STARTS_ALONE = ["-//w3c//dtd html 4.01 frameset//", "-//w3c//dtd html 4.01 transitional//"];
const QUIRKY_IDS = ["-//w3o//dtd w3 html strict 3.0//en//", "-/w3c/dtd html 4.0 transitional/en", "html"];
const QUIRKY_SYSTEM_ID = "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd";

/** A name, then perhaps a keyword with one or two quoted identifiers; the rest is ignored. */
const DOCTYPE = /^[\t\n\f ]*([^\t\n\f ]+)(?:[\t\n\f ]+(.*))?$/s;
const IDENTIFIERS =
  /^(?:public[\t\n\f ]*(?:"([^"]*)("?)|'([^']*)('?))[\t\n\f ]*(?:"([^"]*)("?)|'([^']*)('?)|(.*))|system[\t\n\f ]*(?:"([^"]*)("?)|'([^']*)('?)))/is;

/** Whether a doctype (the text between `<!doctype` and `>`) asks for quirks mode; `isCut` if the page ends inside it. */
export function isQuirky(doctype: string, isCut: boolean): boolean {
  // The usual one, without a regular expression.
  if (!isCut && doctype.toLowerCase() === " html") return false;
  const [, name = "", rest = ""] = DOCTYPE.exec(doctype) ?? [];
  if (isCut || name.toLowerCase() !== "html") return true;
  if (rest === "") return false;
  const found = IDENTIFIERS.exec(rest);
  // Neither keyword, or no quote after it: "force-quirks" is on.
  if (found === null) return true;
  const isPublic = found[1] !== undefined || found[3] !== undefined;
  if (!isPublic) {
    const closing = found[10] !== undefined ? found[11] : found[13];
    return closing === "" || (found[10] ?? found[12] ?? "").toLowerCase() === QUIRKY_SYSTEM_ID;
  }
  if ((found[1] !== undefined ? found[2] : found[4]) === "") return true;
  const system = found[5] ?? found[7];
  if (system !== undefined && (found[5] !== undefined ? found[6] : found[8]) === "") return true;
  // Something other than a quote after the public identifier.
  if (system === undefined && (found[9] ?? "") !== "") return true;
  const id = (found[1] ?? found[3] ?? "").toLowerCase();
  return (
    QUIRKY_IDS.includes(id) ||
    system?.toLowerCase() === QUIRKY_SYSTEM_ID ||
    QUIRKY_STARTS.some((start) => id.startsWith(start)) ||
    (system === undefined && QUIRKY_STARTS_ALONE.some((start) => id.startsWith(start)))
  );
}
