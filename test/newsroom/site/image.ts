import { crc32, deflateSync } from "node:zlib";

const WIDTH = 64;
const HEIGHT = 36;
/** Where land begins in the made-up landscapes. */
const HORIZON = 22;

function chunk(name: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + data.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set(new TextEncoder().encode(name), 4);
  bytes.set(data, 8);
  view.setUint32(8 + data.length, crc32(bytes.subarray(4, 8 + data.length)));
  return bytes;
}

/** Writes an indexed PNG; pixels are stored uncompressed, so that every zlib gives the same bytes. */
function writePng(width: number, palette: Uint8Array, pixels: Uint8Array): Uint8Array {
  const height = pixels.length / width;
  const head = new Uint8Array(13);
  const view = new DataView(head.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  head.set([8, 3, 0, 0, 0], 8);
  const rows = new Uint8Array(height * (width + 1));
  for (let y = 0; y < height; y += 1)
    rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  const stored = deflateSync(rows, { level: 0 });
  return Buffer.concat([
    signature,
    chunk("IHDR", head),
    chunk("PLTE", palette),
    chunk("IDAT", stored),
    chunk("IEND", new Uint8Array()),
  ]);
}

type Colour = readonly [red: number, green: number, blue: number];

/** Palettes: sky at the top, sky at the horizon, and land. */
const WEATHERS: readonly (readonly [Colour, Colour, Colour])[] = [
  [
    [86, 140, 201],
    [206, 226, 240],
    [88, 128, 74],
  ],
  [
    [58, 76, 122],
    [240, 176, 120],
    [74, 66, 84],
  ],
  [
    [150, 166, 178],
    [216, 220, 222],
    [108, 122, 104],
  ],
  [
    [94, 168, 200],
    [236, 232, 206],
    [196, 170, 112],
  ],
];
const SUN: Colour = [255, 240, 190];

const blend = (from: Colour, to: Colour, share: number): number[] =>
  from.map((value, index) => Math.round(value + ((to[index] ?? value) - value) * share));

function makePalette(index: number): Uint8Array {
  const [high, low, land] = WEATHERS[index % WEATHERS.length] ?? [SUN, SUN, SUN];
  const rows = Array.from({ length: HEIGHT }, (_, y) =>
    y < HORIZON ? blend(high, low, y / HORIZON) : blend(land, [30, 36, 34], (y - HORIZON) / HEIGHT),
  );
  return Uint8Array.from([...rows, SUN].flat());
}

/** A small landscape: a sky that pales toward the horizon, hills, and a sun. */
export function makePicture(index: number): Uint8Array {
  const pixels = new Uint8Array(WIDTH * HEIGHT);
  const sunX = 8 + ((index * 13) % 48);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const hill = HORIZON - 4 + Math.round(3 * Math.sin((x + index * 9) / 7));
      const isSun = (x - sunX) ** 2 + (y - 8) ** 2 < 16;
      pixels[y * WIDTH + x] = isSun && y < hill ? HEIGHT : y >= hill ? Math.max(y, HORIZON) : y;
    }
  }
  return writePng(WIDTH, makePalette(index), pixels);
}

/** The one-pixel picture that old layouts use as a spacer. */
export function makeSpacer(): Uint8Array {
  return writePng(1, Uint8Array.of(255, 255, 255), Uint8Array.of(0));
}
