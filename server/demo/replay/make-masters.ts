import type { PageAnswer } from '#shared/kernel/wire.ts';
import { inParallel } from './in-parallel.ts';
import type { PatientCaller } from './patient-caller.ts';
import type { ProductionLog } from './production-log.ts';
import type { ProgressBar } from './progress-bar.ts';

/** The ids of what the log names, by its labels. */
export interface Masters {
  employees: Map<string, number>;
  devices: Map<string, number>;
  crafts: Map<string, number>;
}

/** Rows of one page; what the server allows at most. */
const PAGE = 500;
/** Calls at once: enough to keep the server busy, few enough to leave it to people. */
export const AT_ONCE = 4;

/** Every living row of an entity that passes a filter, page by page. */
export async function readAll<R>(
  caller: PatientCaller,
  path: string,
  filter: Record<string, unknown> = {},
): Promise<R[]> {
  const found: R[] = [];
  for (;;) {
    const page = await caller.read<PageAnswer<R>>(`${path}/page`, {
      filter: JSON.stringify(filter),
      sort: 'id',
      offset: found.length,
      limit: PAGE,
    });
    found.push(...page.rows);
    if (page.rows.length === 0 || found.length >= page.total) return found;
  }
}

async function makeNamed(
  caller: PatientCaller,
  bar: ProgressBar,
  path: string,
  codes: readonly string[],
): Promise<Map<string, number>> {
  const there = await readAll<{ id: number; code: string }>(caller, path);
  const ids = new Map(there.map((row) => [row.code, row.id]));
  const missing = codes.filter((code) => !ids.has(code));
  bar.advance(codes.length - missing.length, false);
  await inParallel(missing, AT_ONCE, async (code) => {
    const made = await caller.write<{ id: number }>(`${path}/save`, { code, name: code });
    ids.set(code, made.id);
    bar.advance(1);
  });
  return ids;
}

/** Makes the people, machines and crafts of the log that are not there yet; their labels are their codes. */
export async function makeMasters(
  caller: PatientCaller,
  log: ProductionLog,
  bar: ProgressBar,
): Promise<Masters> {
  const basic = '/mes/system/basic';
  bar.begin('Masters', log.employees.length + log.devices.length + log.crafts.length);
  return {
    employees: await makeNamed(caller, bar, `${basic}/employee`, log.employees),
    devices: await makeNamed(caller, bar, `${basic}/device`, log.devices),
    crafts: await makeNamed(caller, bar, `${basic}/crafts`, log.crafts),
  };
}
