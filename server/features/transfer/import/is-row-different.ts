import type { Field, FieldMap } from '#shared/kernel/fields.ts';

const isBlank = (value: unknown): boolean => value === null || value === undefined || value === '';

/** Replaces all line breaks by line feeds, because spreadsheet programs use only line feeds. */
const normalizeLineBreaks = (text: string): string => text.replace(/\r\n?/g, '\n');

/**
 * Whether two values differ. Times are compared to the second, because workbooks store no finer
 * times.
 */
function isValueDifferent(field: Field, stored: unknown, givenValue: unknown): boolean {
  if (isBlank(stored) || isBlank(givenValue)) return isBlank(stored) !== isBlank(givenValue);
  if (field.kind === 'date' && field.time)
    return (
      Math.floor(Date.parse(stored as string) / 1000) !== Math.floor(Date.parse(givenValue as string) / 1000)
    );
  if (field.kind === 'refs') return JSON.stringify(stored) !== JSON.stringify(givenValue);
  if (field.kind === 'text')
    return normalizeLineBreaks(stored as string) !== normalizeLineBreaks(givenValue as string);
  if (field.kind !== 'lines') return stored !== givenValue;
  const [oldLines, newLines] = [stored as Record<string, unknown>[], givenValue as Record<string, unknown>[]];
  return (
    oldLines.length !== newLines.length ||
    newLines.some((line, index) =>
      Object.entries(field.of!).some(([name, subfield]) =>
        isValueDifferent(subfield, oldLines[index]![name], line[name]),
      ),
    )
  );
}

/** Whether a row of a workbook differs from the stored record. */
export function isRowDifferent(
  fields: FieldMap,
  record: Readonly<Record<string, unknown>>,
  givenValues: Readonly<Record<string, unknown>>,
): boolean {
  const { custom, ...ownValues } = givenValues;
  const storedCustom = (record['custom'] ?? {}) as Record<string, unknown>;
  return (
    Object.entries(ownValues).some(([name, value]) => isValueDifferent(fields[name]!, record[name], value)) ||
    Object.entries((custom ?? {}) as Record<string, unknown>).some(([id, value]) =>
      isValueDifferent(fields[`custom.${id}`]!, storedCustom[id], value),
    )
  );
}
