/** More fields than this are no form of ours. */
const MAX_FIELDS = 500;
/** Names that would reach into the object that holds them. */
const NEVER: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** The fields of a form-encoded body; null where one comes twice, or has a name that no field can have. */
export function readForm(body: unknown): Map<string, string> | null {
  if (typeof body !== 'string') return null;
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(body)) {
    if (name === '' || NEVER.has(name) || fields.has(name) || fields.size >= MAX_FIELDS) return null;
    fields.set(name, value);
  }
  return fields;
}
