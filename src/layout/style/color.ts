import { COLOR_NAMES } from "./color-names.data.ts";

const OPAQUE = 0xff;
const CALL = /^(rgb|hsl)a?\(([^()]*)\)$/;
const DIGITS = /^[0-9a-f]+$/;

/** A colour as 0xRRGGBBAA, undefined where the text is none. */
export function readColor(text: string): number | undefined {
  const lower = text.toLowerCase();
  if (lower === "transparent") return 0;
  if (lower.startsWith("#")) return fromDigits(lower.slice(1));
  const named = COLOR_NAMES.get(lower);
  if (named !== undefined) return fromDigits(named);
  const call = CALL.exec(lower);
  return call === null ? undefined : fromCall(call[1] ?? "", call[2] ?? "");
}

/** A colour as old attributes state it: with or without its #. */
export function readLegacyColor(text: string): number | undefined {
  const trimmed = text.trim();
  return readColor(trimmed) ?? readColor(`#${trimmed}`);
}

function fromDigits(digits: string): number | undefined {
  if (!DIGITS.test(digits)) return undefined;
  const isShort = digits.length <= 4;
  if (digits.length < 3 || digits.length > 8 || digits.length === 5 || digits.length === 7) return undefined;
  const full = isShort ? digits.replace(/./g, "$&$&") : digits;
  return Number.parseInt(full.padEnd(8, "f"), 16);
}

function fromCall(model: string, inner: string): number | undefined {
  const parts = inner.split(/[\s,/]+/).filter((part) => part !== "");
  if (parts.length < 3) return undefined;
  const [first = 0, second = 0, third = 0] =
    model === "rgb" ? parts.map((part) => channel(part)) : fromHsl(parts);
  const alpha = parts[3] === undefined ? OPAQUE : share(parts[3]) * OPAQUE;
  const color = packed(first, second, third, alpha);
  return Number.isNaN(color) ? undefined : color;
}

function packed(red: number, green: number, blue: number, alpha: number): number {
  const [r = 0, g = 0, b = 0, a = 0] = [red, green, blue, alpha].map((value) =>
    Math.round(Math.max(0, Math.min(OPAQUE, value))),
  );
  return r * 0x1000000 + g * 0x10000 + b * 0x100 + a;
}

function channel(part: string): number {
  return part.endsWith("%") ? share(part) * OPAQUE : Number(part);
}

function share(part: string): number {
  return part.endsWith("%") ? Number(part.slice(0, -1)) / 100 : Number(part);
}

function fromHsl(parts: readonly string[]): number[] {
  const [hue = "", saturation = "", lightness = ""] = parts;
  const degrees = Number.parseFloat(hue);
  const light = share(lightness);
  const chroma = share(saturation) * Math.min(light, 1 - light);
  return [0, 8, 4].map((offset) => {
    const turn = (((offset + degrees / 30) % 12) + 12) % 12;
    return OPAQUE * (light - chroma * Math.max(-1, Math.min(turn - 3, 9 - turn, 1)));
  });
}
