/** Returns `byteCount` random bytes as hexadecimal digits. */
export const makeRandomHex = (byteCount: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(byteCount)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/** Creates a UUID (version 4) for a write. Browsers offer no crypto.randomUUID on plain HTTP. */
export function makeRequestId(): string {
  const hex = makeRandomHex(16);
  const variant = '89ab'[Number.parseInt(hex[16]!, 16) % 4]!;
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}
