import { choice, moment, number, quantity, text, type FieldMap } from '#shared/kernel/fields.ts';
import type { Genealogy } from '#shared/ledger/genealogy.ts';
import { RECALL_ORIGINS, type ForwardTrace } from '#shared/quality/recall.ts';
import {
  BACKWARD_FIELDS,
  FORWARD_FIELDS,
  FOUND_PIECES_COLUMNS,
  FOUND_PIECES_LIST,
  GENEALOGY_COLUMNS,
  MATERIAL_COLUMNS,
  MEASUREMENT_COLUMNS,
  RECALL_SPAN_FIELDS,
  REPORT_COLUMNS,
} from '#shared/quality/recall-fields.ts';
import {
  listEdgeRows,
  listFoundRows,
  listMeasurementRows,
  listReportRows,
} from '#shared/quality/recall-rows.ts';
import { resolveColumns } from '#shared/rules/columns.ts';
import { buildScreenColumns } from '#shared/rules/column-arrangement.ts';
import { translateTerm, type TermKey } from '#shared/terms/index.ts';
import type { RawAnswer, RawCall } from '../../call/raw-route.ts';
import { loadColumnSettings } from '../../crud/load-column-settings.ts';
import { selectFieldColumns } from '../../workbook/columns.ts';
import {
  exportTables,
  listFieldColumns,
  parseExportInput,
  toTableRows,
  type ExportedTable,
} from '../../workbook/export-tables.ts';
import { traceBackward, traceForward } from './run-recall.ts';

/** The columns of the first sheet: what was traced, how long it took, and what was found. */
const subjectColumns = {
  origin: choice(RECALL_ORIGINS, { label: 'recallOrigin' }),
  subjectCode: text({ label: 'code' }),
  subjectName: text({ label: 'name' }),
  from: moment({ label: 'recallFrom' }),
  to: moment({ label: 'recallTo' }),
  ...RECALL_SPAN_FIELDS,
  recallSeconds: number({ unit: 'seconds', label: 'recallTook' }),
} as const satisfies FieldMap;

const foundColumns = {
  partCount: number({ decimals: 0, label: 'reachedParts' }),
  found: quantity({ label: 'foundPieces' }),
  expected: quantity({ label: 'expectedPieces' }),
} as const satisfies FieldMap;

interface Span {
  begunAt: string | null;
  completedAt: string | null;
}

const countSeconds = ({ begunAt, completedAt }: Span): number | null =>
  begunAt === null || completedAt === null
    ? null
    : Math.max(0, (Date.parse(completedAt) - Date.parse(begunAt)) / 1000);

const makeSubjectRow = ({ subject }: Pick<ForwardTrace, 'subject'>, span: Span) => ({
  ...span,
  subjectCode: subject.code,
  subjectName: subject.name,
  recallSeconds: countSeconds(span),
});

function makeTable(call: RawCall, term: TermKey, fields: FieldMap, rows: readonly object[]): ExportedTable {
  return {
    title: translateTerm(call.lang, term),
    columns: listFieldColumns(fields),
    rows: toTableRows(rows),
  };
}

const makeGenealogyTable = (call: RawCall, genealogy: Genealogy): ExportedTable =>
  makeTable(call, 'genealogy', GENEALOGY_COLUMNS, listEdgeRows(genealogy));

/** Makes the sheet of found pieces, with the columns as the user or the factory has arranged them. */
async function makeFoundTable(call: RawCall, { rows }: ForwardTrace): Promise<ExportedTable> {
  const { factoryDefault, own } = await loadColumnSettings(call.db, call.user, FOUND_PIECES_LIST);
  const columns = resolveColumns(
    buildScreenColumns(FOUND_PIECES_COLUMNS),
    factoryDefault.columns,
    own.columns,
  );
  return {
    title: translateTerm(call.lang, 'foundPieces'),
    columns: selectFieldColumns(columns.filter(({ shown }) => shown)),
    rows: toTableRows(listFoundRows(rows)),
  };
}

/** Exports a trace forward: what was traced and how long it took, the found pieces, and their genealogy. */
export async function exportForwardTrace(call: RawCall): Promise<RawAnswer> {
  const { begunAt, completedAt, ...input } = parseExportInput(call, {
    ...FORWARD_FIELDS,
    ...RECALL_SPAN_FIELDS,
  });
  const trace = await traceForward(call.db, call.user, input);
  const { origin, from, to } = input;
  const { partCount, found, expected } = trace;
  const subjectRow = { ...makeSubjectRow(trace, { begunAt, completedAt }), origin, from, to };
  return exportTables(call, translateTerm(call.lang, 'traceForward'), [
    makeTable(call, 'recallRecord', { ...subjectColumns, ...foundColumns }, [
      { ...subjectRow, partCount, found, expected },
    ]),
    await makeFoundTable(call, trace),
    makeGenealogyTable(call, trace.genealogy),
  ]);
}

/** Exports a trace backward: what was traced, the reports, materials and measured values, and the genealogy. */
export async function exportBackwardTrace(call: RawCall): Promise<RawAnswer> {
  const { begunAt, completedAt, ...input } = parseExportInput(call, {
    ...BACKWARD_FIELDS,
    ...RECALL_SPAN_FIELDS,
  });
  const trace = await traceBackward(call.db, call.user, input);
  const { origin: _origin, from: _from, to: _to, ...columns } = subjectColumns;
  return exportTables(call, translateTerm(call.lang, 'traceBackward'), [
    makeTable(call, 'recallRecord', columns, [makeSubjectRow(trace, { begunAt, completedAt })]),
    makeTable(call, 'reportsOfPieces', REPORT_COLUMNS, listReportRows(trace.reports)),
    makeTable(call, 'issuedMaterials', MATERIAL_COLUMNS, trace.materials),
    makeTable(call, 'measuredValues', MEASUREMENT_COLUMNS, listMeasurementRows(trace.measurements)),
    makeGenealogyTable(call, trace.genealogy),
  ]);
}
