/** What a barcode of the house can stand on. */
export const BARCODE_TYPES = ['CARD', 'PERSON', 'DEVICE'] as const;
export type BarcodeType = (typeof BARCODE_TYPES)[number];

const LONGEST = 200;

/** What is printed as a barcode: `PREFIX|TYPE|CODE`, the prefix being the factory's code. No ids and no addresses. */
export const barcodeOf = (factoryCode: string, type: BarcodeType, code: string): string =>
  `${factoryCode}|${type}|${code}`;

/** What a scanned or typed text says; a typed one has no type. */
type Barcode =
  | { code: string; type: BarcodeType | null }
  | { problem: 'empty' | 'format' }
  | { problem: 'otherFactory'; factory: string };

/** Reads what was scanned or typed. A torn barcode is told from a bare code by its separator. */
export function readBarcode(text: string, factoryCode: string): Barcode {
  const read = text.trim();
  if (read === '') return { problem: 'empty' };
  // oxlint-disable-next-line no-control-regex
  if (read.length > LONGEST || /[\u0000-\u001f\u007f]/.test(read)) return { problem: 'format' };
  if (!read.includes('|')) return { code: read, type: null };
  const [prefix, kind, ...rest] = read.split('|');
  const type = BARCODE_TYPES.find((one) => one === kind);
  const code = rest.join('|').trim();
  if (!prefix || !type || code === '') return { problem: 'format' };
  if (prefix !== factoryCode) return { problem: 'otherFactory', factory: prefix };
  return { code, type };
}
