import { toHalfWidth } from '#shared/kernel/typed-text.ts';
import { parsePartSize } from './part-size.ts';

/** The values of a part that formulas of a craft can use, in pieces, millimetres and kilograms. */
const PART_INPUTS = ['quantity', 'length', 'width', 'height', 'diameter', 'innerDiameter', 'weight'] as const;
type PartInput = (typeof PART_INPUTS)[number];

/** The names that formulas use for the inputs, in small letters. The first name is the usual Chinese one. */
export const PART_INPUT_NAMES: Readonly<Record<PartInput, readonly string[]>> = {
  quantity: ['数量', '數量', 'quantity', '个数', '個数'],
  length: ['长', '长度', '長', '長度', '長さ', 'length'],
  width: ['宽', '宽度', '寬', '寬度', '幅', 'width'],
  height: ['高', '高度', '厚', '厚度', '高さ', '厚さ', 'height', 'thickness'],
  diameter: ['直径', '外径', '直徑', '外徑', 'diameter'],
  innerDiameter: ['内径', '內徑', 'innerdiameter', 'inner_diameter'],
  weight: ['重量', 'weight'],
};

const INPUTS_BY_NAME = new Map(
  PART_INPUTS.flatMap((input) => PART_INPUT_NAMES[input].map((name) => [name, input] as const)),
);

/** Finds the input of a part that a formula names; undefined if a part has no such input. */
export const findPartInput = (name: string): PartInput | undefined =>
  INPUTS_BY_NAME.get(toHalfWidth(name).trim().toLowerCase());

/** The fields of a part that formulas use. */
export interface MeasuredPart {
  quantity: number;
  size: string | null;
  weight: number | null;
}

/** Reads the values of a part that formulas use. An input without a value is missing. */
export function readPartInputs({ quantity, size, weight }: MeasuredPart): Partial<Record<PartInput, number>> {
  return { quantity, ...(weight === null ? {} : { weight }), ...parsePartSize(size) };
}
