import { choice, date, flag, lines, moment, number, text, type FieldMap } from '#shared/kernel/fields.ts';
import { entityNames } from '#shared/entities/index.ts';
import { MAX_RESTORED_ROWS } from '#shared/answers/recovery.ts';
import { defineCommand, defineQuery, type Route } from '../../call/route.ts';
import type { RawRoute } from '../../call/raw-route.ts';
import {
  EXPORT_BODY_LIMIT,
  exportTable,
  parseExportInput,
  readAllPages,
} from '../../workbook/export-tables.ts';
import { restoreDeletedRows } from '../../crud/restore.ts';
import { readDeletedRows } from './deleted-rows.ts';

const MAX_PAGE_ROWS = 500;
/** The number of rows that one query of an export reads. */
const EXPORTED_ROWS_PER_QUERY = 5000;

const deletedRowFilters = {
  entity: text({ max: 60, label: 'kindOfData' }),
  search: text({ max: 100 }),
  from: date({ label: 'deletedAt' }),
  until: date({ label: 'deletedAt' }),
} as const;

/** The columns of the export, in the same sequence as on the screen. */
const exportedColumns = {
  name: text(),
  code: text(),
  entity: choice(entityNames, { label: 'kindOfData' }),
  deletedAt: moment(),
  deletedBy: text(),
} as const satisfies FieldMap;

/** Routes that list and restore deleted rows. Each entity also requires its own permission. */
export const recoveryRoutes: readonly Route[] = [
  defineQuery({
    path: '/mes/system/deleted/page',
    permission: 'SYSTEM_DELETED_DATA',
    input: {
      ...deletedRowFilters,
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
    run: ({ tx, user, input }) => restoreDeletedRows(tx, user, input.rows, input.withReferences),
  }),
];

export const recoveryRawRoutes: readonly RawRoute[] = [
  {
    path: '/mes/system/deleted/export',
    permission: 'SYSTEM_DELETED_DATA',
    limit: EXPORT_BODY_LIMIT,
    run: async (call) => {
      const filters = parseExportInput(call, deletedRowFilters);
      const limit = EXPORTED_ROWS_PER_QUERY;
      const rows = await readAllPages((offset) =>
        readDeletedRows(call.db, call.user, { ...filters, offset, limit }),
      );
      return exportTable(call, 'deletedData', exportedColumns, rows);
    },
  },
];
