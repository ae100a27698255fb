/** An input of a formula as far as it is filled in. */
export interface FormulaInput {
  name: string;
  unit: string | null;
  testValue: number;
}

/** A number as far as it is typed: null while it is none. */
export function numberTyped(typed: unknown): number | null {
  const text = String(typed ?? '').trim();
  return /^-?\d{1,10}(\.\d{1,4})?$/.test(text) ? Number(text) : null;
}

/** The inputs that can be reckoned with: those with a name of their own and a value to test with. */
export function inputsOf(lines: unknown): FormulaInput[] {
  const found = new Map<string, FormulaInput>();
  for (const line of Array.isArray(lines) ? (lines as Record<string, unknown>[]) : []) {
    const name = String(line['name'] ?? '').trim();
    const testValue = numberTyped(line['testValue']);
    const unit = String(line['unit'] ?? '').trim() || null;
    if (name !== '' && testValue !== null && !found.has(name)) found.set(name, { name, unit, testValue });
  }
  return [...found.values()];
}
