/** An input of a formula, with the value that a test uses. */
export interface FormulaInput {
  name: string;
  unit: string | null;
  testValue: number;
}

/**
 * Parses a number that the user is typing, with at most 10 digits before and 4 digits after the decimal
 * point. Returns null for any other text.
 */
export function parseTestValue(value: unknown): number | null {
  const text = String(value ?? '').trim();
  return /^-?\d{1,10}(\.\d{1,4})?$/.test(text) ? Number(text) : null;
}

/**
 * Returns the inputs that have a name and a test value. If several inputs have the same name, only the
 * first one counts.
 */
export function collectFormulaInputs(lines: unknown): FormulaInput[] {
  const inputsByName = new Map<string, FormulaInput>();
  for (const line of Array.isArray(lines) ? (lines as Record<string, unknown>[]) : []) {
    const name = String(line['name'] ?? '').trim();
    const testValue = parseTestValue(line['testValue']);
    const unit = String(line['unit'] ?? '').trim() || null;
    if (name !== '' && testValue !== null && !inputsByName.has(name))
      inputsByName.set(name, { name, unit, testValue });
  }
  return [...inputsByName.values()];
}
