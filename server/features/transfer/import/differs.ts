import type { Field, FieldMap } from '#shared/kernel/fields.ts';

const isBlank = (value: unknown): boolean => value === null || value === undefined || value === '';

/** Spreadsheets know one way to begin a new line. */
const oneWay = (text: string): string => text.replace(/\r\n?/g, '\n');

/** Whether a value is another than the one that is kept. Instants are compared to the second: no workbook is finer. */
function isOther(field: Field, kept: unknown, given: unknown): boolean {
  if (isBlank(kept) || isBlank(given)) return isBlank(kept) !== isBlank(given);
  if (field.kind === 'date' && field.time)
    return Math.floor(Date.parse(kept as string) / 1000) !== Math.floor(Date.parse(given as string) / 1000);
  if (field.kind === 'refs') return JSON.stringify(kept) !== JSON.stringify(given);
  if (field.kind === 'text') return oneWay(kept as string) !== oneWay(given as string);
  if (field.kind !== 'lines') return kept !== given;
  const [old, now] = [kept as Record<string, unknown>[], given as Record<string, unknown>[]];
  return (
    old.length !== now.length ||
    now.some((line, index) =>
      Object.entries(field.of!).some(([name, of]) => isOther(of, old[index]![name], line[name])),
    )
  );
}

/** Whether what a workbook gives of a row is anything else than what the factory has. */
export function differs(
  fields: FieldMap,
  record: Readonly<Record<string, unknown>>,
  given: Readonly<Record<string, unknown>>,
): boolean {
  const { custom, ...own } = given;
  const kept = (record['custom'] ?? {}) as Record<string, unknown>;
  return (
    Object.entries(own).some(([name, value]) => isOther(fields[name]!, record[name], value)) ||
    Object.entries((custom ?? {}) as Record<string, unknown>).some(([id, value]) =>
      isOther(fields[`custom.${id}`]!, kept[id], value),
    )
  );
}
