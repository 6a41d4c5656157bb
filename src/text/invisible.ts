/** UTF-16 units that some writers leave in words but no reader sees: soft hyphen, zero-width marks, byte-order mark. */
export const INVISIBLE = [0xad, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0xfeff] as const;
