import type { FieldMap } from './fields.ts';
import { buildSourceKey } from './live.ts';
import { validateRecord, type FieldProblems } from './validate.ts';
import { toWireText, type CurrentScreen, type SourceName } from './wire.ts';

/**
 * Validates the parameters of a report and fills in the initial values, so that equal sources get equal parameters.
 * @param fields the declared parameters of the report
 */
export function readSourceParams(
  fields: FieldMap,
  given: Readonly<Record<string, string>>,
): { params: Record<string, string> } | { problems: FieldProblems } {
  const { values, problems } = validateRecord(fields, given);
  if (problems) return { problems };
  const params: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) if (value !== null) params[name] = toWireText(value);
  return { params };
}

/** Whether a paired screen may watch a source. The parameters must be those that `readSourceParams` returns. */
export const mayScreenWatch = ({ sources }: CurrentScreen, { path, params }: SourceName): boolean => {
  const key = buildSourceKey(0, path, params);
  return sources.some((source) => buildSourceKey(0, source.path, source.params) === key);
};
