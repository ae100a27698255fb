import { toHalfWidth } from '#shared/kernel/typed-text.ts';
import { roundQuantity } from '#shared/ledger/quantity.ts';

/** The numbers of a size text, in millimetres. A dimension that the text does not give is missing. */
interface PartSize {
  length?: number;
  width?: number;
  height?: number;
  diameter?: number;
  innerDiameter?: number;
}

type Dimension = keyof PartSize;

const MILLIMETRES_PER_UNIT: Readonly<Record<string, number>> = { '': 1, mm: 1, cm: 10, m: 1000 };

/** The symbols that name the dimension of the number after them, in lower case. */
const DIMENSIONS_BY_SYMBOL: Readonly<Record<string, Dimension>> = {
  l: 'length',
  长: 'length',
  長: 'length',
  w: 'width',
  b: 'width',
  宽: 'width',
  寬: 'width',
  幅: 'width',
  h: 'height',
  t: 'height',
  高: 'height',
  厚: 'height',
  d: 'diameter',
  m: 'diameter',
  φ: 'diameter',
  ϕ: 'diameter',
  ø: 'diameter',
  '⌀': 'diameter',
  '∅': 'diameter',
  直径: 'diameter',
  直徑: 'diameter',
  内径: 'innerDiameter',
  內徑: 'innerDiameter',
};
const SYMBOLS = Object.keys(DIMENSIONS_BY_SYMBOL)
  .sort((a, b) => b.length - a.length)
  .join('|');
/**
 * A dimension: a symbol such as φ, a number, a unit, and a tolerance, which is ignored. Only the number is required.
 */
const DIMENSION_PATTERN = new RegExp(
  `^(${SYMBOLS})?\\s*[=:]?\\s*(\\d+(?:\\.\\d+)?)\\s*(mm|cm|m)?(?:\\s*±\\s*\\d+(?:\\.\\d+)?)?$`,
  'u',
);
/** The dimensions of numbers without a symbol, in the order of the numbers. */
const DIMENSIONS_IN_ORDER: readonly Dimension[] = ['length', 'width', 'height'];

/**
 * Reads the dimensions of a part from its size text, such as '120×80×10', 'Φ50×200' or 'L120 × W80'. Numbers without a
 * symbol are the length, the width and the height, in this order. A second diameter is the inner diameter. A unit after
 * the last number applies to all numbers without a unit.
 * @returns null if the text is not a size
 */
export function parsePartSize(text: string | null): PartSize | null {
  const dimensionTexts = toHalfWidth(text ?? '')
    .toLowerCase()
    .trim()
    .split(/\s*[×x*✕/]\s*/u);
  const matches = dimensionTexts.map((dimensionText) => DIMENSION_PATTERN.exec(dimensionText));
  const lastUnit = matches.at(-1)?.[3] ?? '';
  const size: PartSize = {};
  for (const match of matches) {
    if (!match) return null;
    const [, symbol, digits, unit = lastUnit] = match;
    let dimension = symbol
      ? DIMENSIONS_BY_SYMBOL[symbol]
      : DIMENSIONS_IN_ORDER.find((candidate) => size[candidate] === undefined);
    if (dimension === 'diameter' && size.diameter !== undefined) dimension = 'innerDiameter';
    if (!dimension || size[dimension] !== undefined) return null;
    size[dimension] = roundQuantity(Number(digits) * MILLIMETRES_PER_UNIT[unit]!);
  }
  return size;
}
