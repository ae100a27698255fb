import { Readable } from 'node:stream';
import { makeError } from '#shared/kernel/errors.ts';
import { validateRecord } from '#shared/kernel/validate.ts';
import { translateTerm, type TermKey } from '#shared/terms/index.ts';
import { changeLogFilters } from '#shared/answers/log.ts';
import { runTransaction } from '../../db/transaction.ts';
import type { RawCall, RawRoute } from '../../call/raw-route.ts';
import { readLogPage, type LogFilter } from './log-page.ts';

const EXPORT_PAGE_ROWS = 500;
/** Matches a cell that spreadsheet programs would treat as a formula. */
const CSV_FORMULA_START_PATTERN = /^[=+\-@\t\r]/;

const toCsvCell = (value: unknown): string => {
  const text =
    value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
  return `"${(CSV_FORMULA_START_PATTERN.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
};
const toCsvLine = (cells: readonly unknown[]): string => `${cells.map(toCsvCell).join(',')}\r\n`;

const CSV_HEADINGS: readonly TermKey[] = [
  'logWhen',
  'logWho',
  'ipAddress',
  'logWhat',
  'logRow',
  'logAction',
  'logBefore',
  'logAfter',
];

/** Renders the history as CSV lines. It reads the history page by page, so that only one page is in memory. */
async function* renderCsv({ db, user, lang, signal }: RawCall, filter: LogFilter): AsyncGenerator<string> {
  // With the byte order mark, spreadsheet programs read the file as UTF-8.
  yield `\uFEFF${toCsvLine(CSV_HEADINGS.map((heading) => translateTerm(lang, heading)))}`;
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof readLogPage>> = await readLogPage(db, user, filter, {
      before: cursor,
      limit: EXPORT_PAGE_ROWS,
      includesValues: true,
    });
    for (const row of page.rows) {
      yield toCsvLine([
        row.at,
        row.byName,
        row.ip,
        row.entity,
        row.entityId,
        row.action,
        row.before,
        row.after,
      ]);
    }
    cursor = page.next;
  } while (cursor !== null && !signal.aborted);
}

export const logRawRoutes: RawRoute[] = [
  {
    path: '/mes/log/export',
    permission: 'SYSTEM_LOG',
    limit: { bytes: 10_000, label: '10 KB' },
    run: async (call) => {
      const parameters = Object.fromEntries(new URLSearchParams(call.body.toString('utf8')));
      const filters = Object.fromEntries(
        Object.keys(changeLogFilters).map((name) => [name, parameters[name] ?? null]),
      );
      const { values, problems } = validateRecord(changeLogFilters, filters);
      if (problems) throw makeError('fieldsInvalid', {}, problems);
      const { user, sender } = call;
      const actor = { factoryId: user.factoryId, accountId: user.accountId, name: user.name, ip: sender.ip };
      await runTransaction(call.db, actor, async (tx) => {
        tx.log({ entity: 'log', id: null, action: 'export', after: filters });
      });
      return {
        stream: Readable.from(renderCsv(call, values)),
        name: `log-${new Date().toISOString().slice(0, 10)}.csv`,
        mediaType: 'text/csv; charset=utf-8',
        rowCount: 0,
      };
    },
  },
];
