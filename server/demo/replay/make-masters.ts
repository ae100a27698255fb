import type { PageAnswer } from '#shared/kernel/wire.ts';
import { runInParallel } from './run-in-parallel.ts';
import type { RetryingCaller } from './retrying-caller.ts';
import type { ProductionLog } from './production-log.ts';
import type { ProgressBar } from './progress-bar.ts';

/** The ids of employees, devices and crafts, by their labels in the log. */
export interface ReplayMasterDataIds {
  employees: Map<string, number>;
  devices: Map<string, number>;
  crafts: Map<string, number>;
}

const MAX_PAGE_ROWS = 500;
/** The number of calls that run at the same time. The number is small, so that the server can still serve users. */
export const MAX_CONCURRENT_CALLS = 4;

/** Reads all rows of an entity that match a filter, page by page. */
export async function readAllRows<R>(
  caller: RetryingCaller,
  path: string,
  filter: Record<string, unknown> = {},
): Promise<R[]> {
  const foundRows: R[] = [];
  for (;;) {
    const page = await caller.read<PageAnswer<R>>(`${path}/page`, {
      filter: JSON.stringify(filter),
      sort: 'id',
      offset: foundRows.length,
      limit: MAX_PAGE_ROWS,
    });
    foundRows.push(...page.rows);
    if (page.rows.length === 0 || foundRows.length >= page.total) return foundRows;
  }
}

async function createMissingRows(
  caller: RetryingCaller,
  bar: ProgressBar,
  path: string,
  codes: readonly string[],
): Promise<Map<string, number>> {
  const existingRows = await readAllRows<{ id: number; code: string }>(caller, path);
  const ids = new Map(existingRows.map((row) => [row.code, row.id]));
  const missingCodes = codes.filter((code) => !ids.has(code));
  bar.advance(codes.length - missingCodes.length, false);
  await runInParallel(missingCodes, MAX_CONCURRENT_CALLS, async (code) => {
    const createdRow = await caller.write<{ id: number }>(`${path}/save`, { code, name: code });
    ids.set(code, createdRow.id);
    bar.advance(1);
  });
  return ids;
}

/**
 * Creates the employees, devices and crafts of the log that do not exist yet. Their codes and names
 * are their labels in the log.
 */
export async function createMissingMasterData(
  caller: RetryingCaller,
  log: ProductionLog,
  bar: ProgressBar,
): Promise<ReplayMasterDataIds> {
  const basicPath = '/mes/system/basic';
  bar.begin('Masters', log.employees.length + log.devices.length + log.crafts.length);
  return {
    employees: await createMissingRows(caller, bar, `${basicPath}/employee`, log.employees),
    devices: await createMissingRows(caller, bar, `${basicPath}/device`, log.devices),
    crafts: await createMissingRows(caller, bar, `${basicPath}/crafts`, log.crafts),
  };
}
