import type { FieldMap } from './fields.ts';
import { buildSourceKey } from './live.ts';
import { buildKanbanPermissionCode, hasPermission, type Permission } from './permissions.ts';
import type { ReportDescriptor } from './report.ts';
import { validateRecord, type FieldProblems } from './validate.ts';
import { toWireText, type CurrentUser, type SourceName } from './wire.ts';

/**
 * Validates the parameters of a report and fills in the initial values, so that equal sources get equal parameters.
 * @param fields the declared parameters of the report
 */
export function readSourceParams(
  fields: FieldMap,
  givenParams: Readonly<Record<string, string>>,
): { params: Record<string, string> } | { problems: FieldProblems } {
  const { values, problems } = validateRecord(fields, givenParams);
  if (problems) return { problems };
  const params: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) if (value !== null) params[name] = toWireText(value);
  return { params };
}

/** Whether a source is one of an account's `sources`. The parameters must be those that `readSourceParams` returns. */
export const isListedSource = (sources: readonly SourceName[], { path, params }: SourceName): boolean => {
  const key = buildSourceKey(0, path, params);
  return sources.some((source) => buildSourceKey(0, source.path, source.params) === key);
};

/** Returns the permissions for a report with parameters. One of them suffices. */
export function getSourcePermissions(
  { permission, kanbanParameter }: Pick<ReportDescriptor, 'permission' | 'kanbanParameter'>,
  params: Readonly<Record<string, string>>,
): readonly Permission[] {
  const kanbanId = kanbanParameter === undefined ? undefined : params[kanbanParameter];
  return kanbanId === undefined ? [permission] : [permission, buildKanbanPermissionCode(kanbanId)];
}

/**
 * Whether a user may see a report with parameters. An account with `sources` may see exactly these.
 * @param params the parameters that `readSourceParams` returns
 */
export const mayReadSource = (
  user: Pick<CurrentUser, 'kind' | 'permissions' | 'sources'>,
  report: Pick<ReportDescriptor, 'path' | 'permission' | 'kanbanParameter'>,
  params: Readonly<Record<string, string>>,
): boolean =>
  user.sources
    ? isListedSource(user.sources, { path: report.path, params })
    : hasPermission(user, getSourcePermissions(report, params));
