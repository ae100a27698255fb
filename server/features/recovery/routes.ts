import { date, flag, lines, number, text } from '#shared/kernel/fields.ts';
import { MAX_RESTORED_ROWS } from '#shared/answers/recovery.ts';
import { defineCommand, defineQuery, type Route } from '../../call/route.ts';
import { readDeletedRows } from './deleted-rows.ts';
import { restoreDeletedRows } from './restore.ts';

/** The maximum number of rows of a page. */
const MAX_PAGE_ROWS = 500;

/** Routes that list and restore deleted rows. Each entity also requires its own permission. */
export const recoveryRoutes: readonly Route[] = [
  defineQuery({
    path: '/mes/system/deleted/page',
    permission: 'SYSTEM_DELETED_DATA',
    input: {
      entity: text({ max: 60, label: 'kindOfData' }),
      search: text({ max: 100 }),
      from: date({ label: 'deletedAt' }),
      until: date({ label: 'deletedAt' }),
      offset: number({ min: 0, max: 10_000_000, decimals: 0, initial: 0, label: 'rows' }),
      limit: number({ min: 1, max: MAX_PAGE_ROWS, decimals: 0, initial: 100, label: 'rows' }),
    },
    run: ({ db, user, input }) => readDeletedRows(db, user, input),
  }),
  defineCommand({
    path: '/mes/system/deleted/restore',
    permission: 'SYSTEM_DELETED_DATA',
    input: {
      rows: lines(
        {
          entity: text({ required: true, max: 60, label: 'kindOfData' }),
          id: number({ required: true, min: 1, max: Number.MAX_SAFE_INTEGER, decimals: 0, label: 'code' }),
        },
        { max: MAX_RESTORED_ROWS },
      ),
      withReferences: flag({ label: 'restoreTogether' }),
    },
    run: ({ work, user, input }) => restoreDeletedRows(work, user, input.rows, input.withReferences),
  }),
];
