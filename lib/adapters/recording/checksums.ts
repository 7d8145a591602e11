const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const LEAST_END = 22;

/**
 * CRC-32 of each file of a zip, as its central directory states them (APPNOTE 4.3.12). The unpacker does not compare them, and the
 * manifest, which has the hashes of all others, has no hash of its own. Empty where there is no directory.
 */
export function statedChecksums(bytes: Uint8Array): Map<string, number> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const stated = new Map<string, number>();
  let end = bytes.byteLength - LEAST_END;
  while (end >= 0 && view.getUint32(end, true) !== END) end -= 1;
  if (end < 0) return stated;
  let at = view.getUint32(end + 16, true);
  while (at + 46 <= bytes.byteLength && view.getUint32(at, true) === CENTRAL) {
    const length = view.getUint16(at + 28, true);
    stated.set(new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + length)), view.getUint32(at + 16, true));
    at += 46 + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return stated;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, i) => {
  let value = i;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

/** CRC-32 (ISO 3309) of some bytes. */
export function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = TABLE[(value ^ byte) & 0xff]! ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}
