import { makeError } from '#shared/kernel/errors.ts';
import { buildSourceKey } from '#shared/kernel/live.ts';
import { isOpenPermission } from '#shared/kernel/permissions.ts';
import { getSourcePermissions, mayReadSource, readSourceParams } from '#shared/kernel/source-params.ts';
import type { CurrentUser, SourceName } from '#shared/kernel/wire.ts';
import type { Transaction } from '../db/transaction.ts';
import { reportDescriptors } from '../reports/index.ts';
import { findMissingPermissions } from './granting.ts';

const reportsByPath = new Map(reportDescriptors.map((report) => [report.path, report]));

/**
 * Fills in the initial parameters of sources. It leaves out sources with an unknown report, a report that shows
 * money, or wrong parameters, and keeps only one of several equal sources.
 */
export function normaliseSources(sources: readonly SourceName[]): SourceName[] {
  const sourcesByKey = new Map<string, SourceName>();
  for (const { path, params } of sources) {
    const report = reportsByPath.get(path);
    const parsed = report && !report.hasMoney && readSourceParams(report.parameters, params);
    if (parsed && 'params' in parsed)
      sourcesByKey.set(buildSourceKey(0, path, parsed.params), { path, params: parsed.params });
  }
  return [...sourcesByKey.values()];
}

/** Returns the sources whose reports a user may see, with all their parameters. */
export const selectPermittedSources = (
  user: Pick<CurrentUser, 'kind' | 'permissions'>,
  sources: readonly SourceName[],
): SourceName[] =>
  normaliseSources(sources).filter(({ path, params }) =>
    mayReadSource(user, reportsByPath.get(path)!, params),
  );

/**
 * Refuses to show sources on a screen if the acting account may not see their reports itself. Otherwise somebody who
 * manages screens could read every report by pairing a browser.
 * @param field the field of the call that the refusal names
 * @throws noPermission
 */
export async function refuseUnseenSources(
  tx: Transaction,
  sources: readonly SourceName[],
  field: string,
): Promise<void> {
  const required = normaliseSources(sources)
    .map(({ path, params }) => getSourcePermissions(reportsByPath.get(path)!, params))
    .filter((permissions) => !permissions.some(isOpenPermission));
  if (tx.accountId === null || required.length === 0) return;
  const missingPermissions = await findMissingPermissions(tx, [...new Set(required.flat())]);
  if (required.some((permissions) => permissions.every((permission) => missingPermissions.has(permission))))
    throw makeError('noPermission', {}, { [field]: { reason: 'notAChoice' } });
}
