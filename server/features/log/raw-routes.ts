import { Readable } from 'node:stream';
import { fail } from '#shared/kernel/errors.ts';
import { validate } from '#shared/kernel/validate.ts';
import { term, type TermKey } from '#shared/terms/index.ts';
import { logFilters } from '#shared/answers/log.ts';
import { inWork } from '../../db/work.ts';
import type { RawCall, RawRoute } from '../../call/raw-route.ts';
import { logPage, type LogFilter } from './log-page.ts';

const ROWS_AT_ONCE = 500;
/** A cell that begins so, a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

const cell = (value: unknown): string => {
  const text =
    value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
  return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
};
const line = (cells: readonly unknown[]): string => `${cells.map(cell).join(',')}\r\n`;

const HEADINGS: readonly TermKey[] = [
  'logWhen',
  'logWho',
  'ipAddress',
  'logWhat',
  'logRow',
  'logAction',
  'logBefore',
  'logAfter',
];

/** The rows of the history as lines of a CSV, a page at a time: however long it is, it never lies in memory. */
async function* lines({ db, user, lang, signal }: RawCall, filter: LogFilter): AsyncGenerator<string> {
  // A spreadsheet takes it for UTF-8 by this sign alone.
  yield `\uFEFF${line(HEADINGS.map((heading) => term(lang, heading)))}`;
  let before: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof logPage>> = await logPage(db, user, filter, {
      before,
      limit: ROWS_AT_ONCE,
      whole: true,
    });
    for (const row of page.rows) {
      yield line([row.at, row.byName, row.ip, row.entity, row.entityId, row.action, row.before, row.after]);
    }
    before = page.next;
  } while (before !== null && !signal.aborted);
}

/** The history as a file. */
export const logRawRoutes: RawRoute[] = [
  {
    path: '/mes/log/export',
    permission: 'SYSTEM_LOG',
    limit: { bytes: 10_000, words: '10 KB' },
    run: async (call) => {
      const given = Object.fromEntries(new URLSearchParams(call.body.toString('utf8')));
      const asked = Object.fromEntries(Object.keys(logFilters).map((name) => [name, given[name] ?? null]));
      const { values, problems } = validate(logFilters, asked);
      if (problems) throw fail('fieldsInvalid', {}, problems);
      const { user, origin } = call;
      const actor = { factoryId: user.factoryId, accountId: user.accountId, name: user.name, ip: origin.ip };
      await inWork(call.db, actor, async (work) => {
        work.log({ entity: 'log', id: null, action: 'export', after: asked });
      });
      return {
        stream: Readable.from(lines(call, values)),
        name: `log-${new Date().toISOString().slice(0, 10)}.csv`,
        mediaType: 'text/csv; charset=utf-8',
        rows: 0,
      };
    },
  },
];
