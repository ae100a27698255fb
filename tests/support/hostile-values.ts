import type { Field } from '#shared/kernel/fields.ts';

const UNUSED_ID = 999_999_999;

/** Texts that often break software: long, injected, escaped or unusual. */
const HOSTILE_TEXTS = [
  'x'.repeat(500),
  "'; drop table employee; --",
  '1 or 1=1',
  '"><script>alert(1)</script><img src=x onerror=alert(1)>',
  '%_\\%',
  '{{state}} @completed ${1+1} #{1}',
  '😀𠮷\u202e\uFEFF',
  '[{"a":1}]',
];
const HOSTILE_NUMBERS = ['-1', '0', '1000000000', 'NaN', '1,5', '1e9', '0.00001', '99999999999999999999'];

/** Lists hostile values for a field. The field's own validation accepts some of them. */
export function listHostileValues(field: Field): unknown[] {
  if (field.kind === 'number') return HOSTILE_NUMBERS;
  if (field.kind === 'text') return HOSTILE_TEXTS;
  if (field.kind === 'ref' || field.kind === 'file') return [UNUSED_ID, '-1', '0', "1'"];
  if (field.kind === 'refs') return [[UNUSED_ID], [UNUSED_ID, UNUSED_ID + 1], '[1,', '{}'];
  if (field.kind === 'date')
    return ['1899-12-31', '2026-02-30', '0000-00-00', "2026-01-01'", '9999-12-31T23:59:59Z'];
  if (field.kind === 'lines') {
    return Object.entries(field.of!).flatMap(([name, lineField]) =>
      [...listHostileValues(lineField).slice(0, 4), '__proto__'].map((value) => [{ [name]: value }]),
    );
  }
  return ['', 'x', '__proto__', '["x"]'];
}
