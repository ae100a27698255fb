/** The kinds of things that have a barcode of this application. */
export const BARCODE_TYPES = ['CARD', 'PERSON', 'DEVICE', 'MATERIAL', 'GAUGE'] as const;
export type BarcodeType = (typeof BARCODE_TYPES)[number];

const MAX_BARCODE_LENGTH = 200;

/** Builds the text of a barcode: `PREFIX|TYPE|CODE`. The prefix is the code of the factory. */
export const buildBarcode = (factoryCode: string, type: BarcodeType, code: string): string =>
  `${factoryCode}|${type}|${code}`;

/** The content of a scanned or typed text, or the problem of the text. `type` is null if the text is a plain code. */
type ParsedBarcode =
  | { code: string; type: BarcodeType | null }
  | { problem: 'empty' | 'format' }
  | { problem: 'otherFactory'; factory: string };

/**
 * Parses a scanned or typed text. A text with the separator `|` must be a barcode of the factory; a text without
 * `|` is a plain code.
 */
export function parseBarcode(text: string, factoryCode: string): ParsedBarcode {
  const trimmedText = text.trim();
  if (trimmedText === '') return { problem: 'empty' };
  // oxlint-disable-next-line no-control-regex
  if (trimmedText.length > MAX_BARCODE_LENGTH || /[\u0000-\u001f\u007f]/.test(trimmedText))
    return { problem: 'format' };
  if (!trimmedText.includes('|')) return { code: trimmedText, type: null };
  const [prefix, kind, ...codeParts] = trimmedText.split('|');
  const type = BARCODE_TYPES.find((candidate) => candidate === kind);
  const code = codeParts.join('|').trim();
  if (!prefix || !type || code === '') return { problem: 'format' };
  if (prefix !== factoryCode) return { problem: 'otherFactory', factory: prefix };
  return { code, type };
}
