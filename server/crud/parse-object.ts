import { makeError } from '#shared/kernel/errors.ts';

/**
 * Parses a JSON object from the wire, such as filters or custom values. An empty text becomes an empty object.
 * @throws fieldsInvalid
 */
export function parseJsonObject(name: string, raw: string | null): Record<string, unknown> {
  if (!raw) return {};
  let parsed: unknown;
  try {
    parsed = JSON.parse(raw);
  } catch {
    throw makeError('fieldsInvalid', {}, { [name]: { reason: 'notAList' } });
  }
  if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed)) {
    throw makeError('fieldsInvalid', {}, { [name]: { reason: 'notAList' } });
  }
  return parsed as Record<string, unknown>;
}
