import { expect, test } from 'vitest';
import { sip } from '#shared/entities/sip.ts';
import { buildCustomField } from '#shared/rules/columns.ts';
import { number } from '#shared/kernel/fields.ts';
import { validateRecord } from '#shared/kernel/validate.ts';

test('numeric strings have no sign, unless the field is declared signed', () => {
  const readValue = (field: ReturnType<typeof number>, raw: unknown) => {
    const { values, problems } = validateRecord({ field }, { field: raw });
    return problems?.['field']?.reason ?? values?.field;
  };
  for (const raw of ['-1', '-0.5', '-0', -1])
    expect([raw, readValue(number(), raw)]).toEqual([raw, 'tooSmall']);
  expect(readValue(number(), '+1')).toBe('notANumber');
  expect(readValue(number(), '1.5')).toBe(1.5);
  expect(readValue(sip.fields.characteristics.of!['lower'] as never, '-0.05')).toBe(-0.05);
  const customColumn = {
    id: 1,
    code: 'T',
    name: 'Temperature',
    names: {},
    attribute: 'editable',
    type: 'number',
    width: null,
  } as const;
  expect(readValue(buildCustomField(customColumn) as never, '-12.5')).toBe(-12.5);
});
