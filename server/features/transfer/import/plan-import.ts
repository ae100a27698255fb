import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Field, FieldMap } from '#shared/kernel/fields.ts';
import { hasPermission, getActionPermission } from '#shared/kernel/permissions.ts';
import { validateRecord, type FieldProblem } from '#shared/kernel/validate.ts';
import { parseCustomColumnId, buildDefaultColumns } from '#shared/rules/columns.ts';
import { findWorkbookKeyField } from '#shared/answers/transfer.ts';
import { buildFieldMessage } from '#shared/terms/error-message.ts';
import { translateTerm } from '#shared/terms/index.ts';
import { loadCustomColumns } from '../../../crud/custom-columns.ts';
import { loadRowsById } from '../../../crud/read.ts';
import { getSavableFields } from '../../../crud/save.ts';
import { selectFieldColumns, getHeading } from '../../../workbook/columns.ts';
import { isRowDifferent } from './is-row-different.ts';
import { findIdsByKey } from './find-references.ts';
import { parseSheets, type ParsedSheet, type ParsedWorkbook } from './parse-sheets.ts';
import { sortByDependency } from './sort-by-dependency.ts';
import { ImportProblems, type SheetLocation } from './problems.ts';
import type { ImportContext, ImportPlan, PlannedRow } from './plan.ts';
import { readRows, type SheetRow } from './read-rows.ts';
import type { UploadedSheet } from '../../../workbook/read-workbook.ts';
import type { PendingReference } from './plan.ts';
import { resolveReferences } from './resolve-references.ts';
import {
  addOwnedRows,
  makeFieldLocator,
  OWNED_FIELD_PATTERN,
  reportDuplicates,
  indexRowsAndReportRepeats,
  getDisplayValue,
  type SheetRecord,
} from './sheet-records.ts';

/**
 * The share of the planning in the progress of a check, from 0 to 1. The rest is the share of the
 * trial.
 */
export const PLANNING_SHARE = 0.1;
/** The number of rows that are planned before the server handles other requests. */
const ROWS_PER_BATCH = 100;

/**
 * Moves the values of custom columns into the object `custom`, where they are keyed by column id.
 */
function nestCustomValues(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const ownValues: Record<string, unknown> = {};
  const custom: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const id = parseCustomColumnId(name);
    if (id === null) ownValues[name] = value;
    else custom[id] = value;
  }
  return Object.keys(custom).length > 0 ? { ...ownValues, custom } : ownValues;
}

/**
 * Selects the values to check. In an existing row, an empty cell does not change a field that has a
 * default value.
 */
function selectValuesToCheck(
  values: Readonly<Record<string, unknown>>,
  fields: FieldMap,
  isNew: boolean,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => name in fields && (isNew || value !== null || fields[name]!.initial === undefined),
    ),
  );
}

class ImportPlanner {
  private readonly work: ImportContext;
  private readonly workbook: ParsedWorkbook;
  private readonly problems: ImportProblems;
  private readonly fields: FieldMap;
  private readonly shapes = new Map<string, FieldMap>();
  private readonly mayAdd: boolean;
  private readonly mayModify: boolean;
  readonly rows: PlannedRow[] = [];
  unchanged = 0;

  constructor(work: ImportContext, workbook: ParsedWorkbook, customs: FieldMap, problems: ImportProblems) {
    const { entity, user } = work;
    this.work = work;
    this.workbook = workbook;
    this.problems = problems;
    this.fields = { ...getSavableFields(entity), ...customs };
    this.mayAdd = hasPermission(user, getActionPermission(entity.permission, 'ADD'));
    this.mayModify = hasPermission(user, getActionPermission(entity.permission, 'MODIFY'));
  }

  /**
   * Checks some rows of the workbook. It plans new rows, and rows that differ from the stored data.
   */
  async plan(
    all: readonly SheetRecord[],
    pendings: ReadonlyMap<SheetRow, PendingReference[]>,
    ids: ReadonlyMap<string, number>,
  ) {
    const existingIds = all.flatMap(({ row }) => ids.get(row.key) ?? []);
    const names = new Set(Object.keys(this.fields).filter((name) => parseCustomColumnId(name) === null));
    const { db, entity, user } = this.work;
    const records = await loadRowsById(db, entity, user, existingIds, names);
    for (const sheetRecord of all) {
      const id = ids.get(sheetRecord.row.key) ?? null;
      this.planRow(
        sheetRecord,
        id === null ? null : (records.get(id) ?? null),
        pendings.get(sheetRecord.row) ?? [],
      );
    }
  }

  private planRow(
    sheetRecord: SheetRecord,
    record: Record<string, unknown> | null,
    pending: PendingReference[],
  ): void {
    const at = makeFieldLocator(sheetRecord, this.workbook.main);
    const values: Record<string, unknown> = {
      ...sheetRecord.row.values,
      [findWorkbookKeyField(this.work.entity)!]: sheetRecord.row.key,
    };
    for (const [name, { rows }] of sheetRecord.lines)
      values[name] = rows.map((line) => this.lineValues(line, this.fields[name]!));
    const given = selectValuesToCheck(values, this.fields, record === null);
    const checked = validateRecord(this.fieldsToCheck(given, record === null), given);
    const lineIsWrong = [...sheetRecord.lines.values()].some(({ rows }) =>
      rows.some(({ wrong }) => wrong.size > 0),
    );
    const problems = Object.entries(checked.problems ?? {}).filter(
      ([name]) => !this.isReported(sheetRecord, name),
    );
    for (const [name, problem] of problems) this.refuse(at(name), getDisplayValue(values, name), problem);
    if (checked.problems || sheetRecord.row.wrong.size > 0 || lineIsWrong) return;
    const next = nestCustomValues(checked.values);
    const { key } = sheetRecord.row;
    if (record === null) {
      if (!this.mayAdd)
        this.problems.addReason(at(findWorkbookKeyField(this.work.entity)!), key, 'mayNotAdd');
      this.rows.push({ key, id: null, version: null, given: next, pending, at });
    } else if (pending.length === 0 && !isRowDifferent(this.fields, record, next)) this.unchanged += 1;
    else {
      if (!this.mayModify)
        this.problems.addReason(at(findWorkbookKeyField(this.work.entity)!), key, 'mayNotModify');
      const { id, version } = record as { id: number; version: number };
      this.rows.push({ key, id, version, given: next, pending, at });
    }
  }

  private refuse(at: SheetLocation, value: unknown, problem: FieldProblem): void {
    this.problems.add(at, value, buildFieldMessage(this.work.lang, problem));
  }

  /** Whether a problem of the cell has already been reported. */
  private isReported({ row, lines }: SheetRecord, name: string): boolean {
    const [, field, index, inner] = OWNED_FIELD_PATTERN.exec(name) ?? [];
    return field === undefined
      ? row.wrong.has(name)
      : (lines.get(field)?.rows[Number(index)]?.wrong.has(inner ?? '') ?? false);
  }

  private lineValues({ values }: SheetRow, { of }: Field): Record<string, unknown> {
    return Object.fromEntries(Object.entries(values).filter(([name]) => name in of!));
  }

  /**
   * Returns the fields to check. Rows with the same fields share one map, because a validation
   * schema is built for each map.
   */
  private fieldsToCheck(given: Record<string, unknown>, isNew: boolean): FieldMap {
    const names = isNew ? Object.keys(this.fields) : Object.keys(given).sort();
    const key = names.join();
    const shape = this.shapes.get(key) ?? Object.fromEntries(names.map((name) => [name, this.fields[name]!]));
    this.shapes.set(key, shape);
    return shape;
  }
}

/**
 * Compares the rows of a workbook with the data of the factory, and collects the problems that can be found
 * without writing. It needs no transaction.
 */
export async function planImport(work: ImportContext, sheets: readonly UploadedSheet[]): Promise<ImportPlan> {
  const { db, user, lang, entity, signal, progress } = work;
  const problems = new ImportProblems(lang);
  const customs = entity.customColumns
    ? await loadCustomColumns(db, user.factoryId, entity.customColumns)
    : [];
  const columns = selectFieldColumns(buildDefaultColumns(entity, customs));
  const key = findWorkbookKeyField(entity)!;
  const emptyPlan: ImportPlan = {
    rows: [],
    total: 0,
    added: 0,
    changed: 0,
    unchanged: 0,
    ignored: [],
    problems,
  };
  const workbook = parseSheets(entity, columns, sheets, problems);
  const wholeSheet = {
    sheet: workbook?.main.sheet.name ?? sheets[0]?.name ?? '',
    row: null,
    index: null,
    column: null,
  };
  if (!workbook) {
    const heading = getHeading(
      columns.find(({ name }) => name === key)!,
      lang,
    );
    problems.addReason(wholeSheet, null, 'noKeyColumn', { key: heading });
    return emptyPlan;
  }
  const parseOptions = { zone: user.zone, is1904: false };
  const mainRows = await readRows(workbook.main, key, parseOptions, problems);
  const owned: { known: ParsedSheet; rows: SheetRow[] }[] = [];
  for (const parsedSheet of workbook.owned)
    owned.push({ known: parsedSheet, rows: await readRows(parsedSheet, key, parseOptions, problems) });
  if (mainRows.length === 0 && problems.count === 0) problems.addReason(wholeSheet, null, 'noRows');
  const recordsByKey = indexRowsAndReportRepeats(mainRows, workbook.main, key, problems);
  for (const { known, rows } of owned) addOwnedRows(recordsByKey, known, rows, key, problems);
  await yieldToEventLoop();
  reportDuplicates(workbook.main, mainRows, key, problems);
  const parts = [{ known: workbook.main, rows: mainRows }, ...owned];
  const pendings = await resolveReferences(work, parts, new Set(recordsByKey.keys()), problems);
  const ids = await findIdsByKey(db, entity, user, [...recordsByKey.keys()]);

  const shapes = Object.fromEntries(
    columns.filter(({ name }) => parseCustomColumnId(name) !== null).map(({ name, field }) => [name, field]),
  );
  const planner = new ImportPlanner(work, workbook, shapes, problems);
  const list = [...recordsByKey.values()];
  for (let at = 0; at < list.length; at += ROWS_PER_BATCH) {
    signal.throwIfAborted();
    progress({ phase: 'checking', done: Math.floor(at * PLANNING_SHARE), total: list.length });
    await planner.plan(list.slice(at, at + ROWS_PER_BATCH), pendings, ids);
    await yieldToEventLoop();
  }
  const rows = sortByDependency(planner.rows, problems);
  const ignored = workbook.main.fields.filter((field) => field.ignored).map((field) => field.heading);
  const ownSheets = new Set([translateTerm(lang, 'choicesSheet')]);
  return {
    rows,
    total: list.length,
    added: rows.filter(({ id }) => id === null).length,
    changed: rows.filter(({ id }) => id !== null).length,
    unchanged: planner.unchanged,
    ignored: [...ignored, ...workbook.ignoredSheets.filter((name) => !ownSheets.has(name))],
    problems,
  };
}
