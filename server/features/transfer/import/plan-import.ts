import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { hasRevisions } from '#shared/entities/revision-fields.ts';
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
import { selectFieldColumns, getHeading, OWNER_KEY_COLUMN } from '../../../workbook/columns.ts';
import { isRowDifferent } from './is-row-different.ts';
import { findIdsByKey } from './find-references.ts';
import { parseSheets, type ParsedSheet, type ParsedWorkbook } from './parse-sheets.ts';
import { sortByDependency } from './sort-by-dependency.ts';
import { ImportProblems, type SheetLocation } from './problems.ts';
import type { ImportContext, ImportPlan, PlannedRow } from './plan.ts';
import { nestCustomValues } from './nest-custom-values.ts';
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
  private readonly context: ImportContext;
  private readonly workbook: ParsedWorkbook;
  private readonly problems: ImportProblems;
  private readonly fields: FieldMap;
  private readonly fieldMapsByNames = new Map<string, FieldMap>();
  private readonly mayAdd: boolean;
  private readonly mayModify: boolean;
  readonly rows: PlannedRow[] = [];
  unchangedCount = 0;

  constructor(
    context: ImportContext,
    workbook: ParsedWorkbook,
    customFields: FieldMap,
    problems: ImportProblems,
  ) {
    const { entity, user } = context;
    this.context = context;
    this.workbook = workbook;
    this.problems = problems;
    this.fields = { ...getSavableFields(entity), ...customFields };
    this.mayAdd = hasPermission(user, getActionPermission(entity.permission, 'ADD'));
    this.mayModify = hasPermission(user, getActionPermission(entity.permission, 'MODIFY'));
  }

  /**
   * Checks some rows of the workbook. It plans new rows, and rows that differ from the stored data.
   */
  async planRows(
    sheetRecords: readonly SheetRecord[],
    pendingByRow: ReadonlyMap<SheetRow, PendingReference[]>,
    idsByKey: ReadonlyMap<string, number>,
  ) {
    const existingIds = sheetRecords.flatMap(({ row }) => idsByKey.get(row.key) ?? []);
    const names = new Set([
      ...Object.keys(this.fields).filter((name) => parseCustomColumnId(name) === null),
      ...(hasRevisions(this.context.entity) ? ['state'] : []),
    ]);
    const { db, entity, user } = this.context;
    const recordById = await loadRowsById(db, entity, user, existingIds, names);
    for (const sheetRecord of sheetRecords) {
      const id = idsByKey.get(sheetRecord.row.key) ?? null;
      this.planRow(
        sheetRecord,
        id === null ? null : (recordById.get(id) ?? null),
        pendingByRow.get(sheetRecord.row) ?? [],
      );
    }
  }

  private planRow(
    sheetRecord: SheetRecord,
    record: Record<string, unknown> | null,
    pending: PendingReference[],
  ): void {
    const locateField = makeFieldLocator(sheetRecord, this.workbook.mainSheet);
    const values: Record<string, unknown> = {
      ...sheetRecord.row.values,
      [findWorkbookKeyField(this.context.entity)!]: sheetRecord.row.key,
    };
    for (const [name, { rows }] of sheetRecord.lines)
      values[name] = rows.map((line) => this.selectLineValues(line, this.fields[name]!));
    // A workbook changes the draft of a document. A published edition stays as it is, so a changed row becomes a new
    // draft.
    const isNew = record === null || (hasRevisions(this.context.entity) && record['state'] !== 'draft');
    const givenValues = selectValuesToCheck(values, this.fields, isNew);
    const validation = validateRecord(this.getFieldsToCheck(givenValues, isNew), givenValues);
    const hasWrongLine = [...sheetRecord.lines.values()].some(({ rows }) =>
      rows.some(({ wrongFields }) => wrongFields.size > 0),
    );
    const problems = Object.entries(validation.problems ?? {}).filter(
      ([name]) => !this.isReported(sheetRecord, name),
    );
    for (const [name, problem] of problems)
      this.addFieldProblem(locateField(name), getDisplayValue(values, name), problem);
    if (validation.problems || sheetRecord.row.wrongFields.size > 0 || hasWrongLine) return;
    const newValues = nestCustomValues(validation.values);
    const { key } = sheetRecord.row;
    if (record !== null && pending.length === 0 && !isRowDifferent(this.fields, record, newValues)) {
      this.unchangedCount += 1;
    } else if (isNew) {
      if (!this.mayAdd)
        this.problems.addByName(locateField(findWorkbookKeyField(this.context.entity)!), key, 'mayNotAdd');
      this.rows.push({ key, id: null, version: null, givenValues: newValues, pending, locateField });
    } else {
      if (!this.mayModify)
        this.problems.addByName(locateField(findWorkbookKeyField(this.context.entity)!), key, 'mayNotModify');
      const { id, version } = record as { id: number; version: number };
      this.rows.push({ key, id, version, givenValues: newValues, pending, locateField });
    }
  }

  private addFieldProblem(location: SheetLocation, value: unknown, problem: FieldProblem): void {
    this.problems.add(location, value, buildFieldMessage(this.context.lang, problem));
  }

  /** Whether a problem of the cell has already been reported. */
  private isReported({ row, lines }: SheetRecord, name: string): boolean {
    const [, field, index, subfield] = OWNED_FIELD_PATTERN.exec(name) ?? [];
    return field === undefined
      ? row.wrongFields.has(name)
      : (lines.get(field)?.rows[Number(index)]?.wrongFields.has(subfield ?? '') ?? false);
  }

  private selectLineValues({ values }: SheetRow, { of }: Field): Record<string, unknown> {
    return Object.fromEntries(Object.entries(values).filter(([name]) => name in of!));
  }

  /**
   * Returns the fields to check. Rows with the same fields share one map, because a validation
   * schema is built for each map.
   */
  private getFieldsToCheck(givenValues: Record<string, unknown>, isNew: boolean): FieldMap {
    const names = isNew ? Object.keys(this.fields) : Object.keys(givenValues).sort();
    const key = names.join();
    const fieldMap =
      this.fieldMapsByNames.get(key) ?? Object.fromEntries(names.map((name) => [name, this.fields[name]!]));
    this.fieldMapsByNames.set(key, fieldMap);
    return fieldMap;
  }
}

/**
 * Compares the rows of a workbook with the data of the factory, and collects the problems that can be found
 * without writing. It needs no transaction.
 */
export async function planImport(
  context: ImportContext,
  sheets: readonly UploadedSheet[],
): Promise<ImportPlan> {
  const { db, user, lang, entity, signal, progress } = context;
  const problems = new ImportProblems(lang);
  const customColumns = entity.customColumns
    ? await loadCustomColumns(db, user.factoryId, entity.customColumns)
    : [];
  const columns = selectFieldColumns(buildDefaultColumns(entity, customColumns));
  const keyFieldName = findWorkbookKeyField(entity)!;
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
    sheet: workbook?.mainSheet.sheet.name ?? sheets[0]?.name ?? '',
    row: null,
    index: null,
    column: null,
  };
  if (!workbook) {
    const heading = getHeading(
      columns.find(({ name }) => name === keyFieldName)!,
      lang,
    );
    problems.addByName(wholeSheet, null, 'noKeyColumn', { key: heading });
    return emptyPlan;
  }
  const parseOptions = { zone: user.zone, is1904: false };
  const mainRows = await readRows(workbook.mainSheet, keyFieldName, parseOptions, problems);
  const ownedSheets: { parsedSheet: ParsedSheet; rows: SheetRow[] }[] = [];
  for (const parsedSheet of workbook.ownedSheets)
    ownedSheets.push({
      parsedSheet,
      rows: await readRows(parsedSheet, OWNER_KEY_COLUMN, parseOptions, problems),
    });
  if (mainRows.length === 0 && problems.count === 0) problems.addByName(wholeSheet, null, 'noRows');
  const recordsByKey = indexRowsAndReportRepeats(mainRows, workbook.mainSheet, keyFieldName, problems);
  for (const { parsedSheet, rows } of ownedSheets) addOwnedRows(recordsByKey, parsedSheet, rows, problems);
  await yieldToEventLoop();
  reportDuplicates(workbook.mainSheet, mainRows, keyFieldName, problems);
  const sheetsWithRows = [{ parsedSheet: workbook.mainSheet, rows: mainRows }, ...ownedSheets];
  const pendingByRow = await resolveReferences(
    context,
    sheetsWithRows,
    new Set(recordsByKey.keys()),
    problems,
  );
  const idsByKey = await findIdsByKey(db, entity, user, [...recordsByKey.keys()]);

  const customFields = Object.fromEntries(
    columns.filter(({ name }) => parseCustomColumnId(name) !== null).map(({ name, field }) => [name, field]),
  );
  const planner = new ImportPlanner(context, workbook, customFields, problems);
  const sheetRecords = [...recordsByKey.values()];
  for (let start = 0; start < sheetRecords.length; start += ROWS_PER_BATCH) {
    signal.throwIfAborted();
    progress({ phase: 'checking', done: Math.floor(start * PLANNING_SHARE), total: sheetRecords.length });
    await planner.planRows(sheetRecords.slice(start, start + ROWS_PER_BATCH), pendingByRow, idsByKey);
    await yieldToEventLoop();
  }
  const rows = sortByDependency(planner.rows, problems);
  const ignoredHeadings = workbook.mainSheet.fields
    .filter((field) => field.ignored)
    .map((field) => field.heading);
  const templateSheetNames = new Set([translateTerm(lang, 'choicesSheet')]);
  return {
    rows,
    total: sheetRecords.length,
    added: rows.filter(({ id }) => id === null).length,
    changed: rows.filter(({ id }) => id !== null).length,
    unchanged: planner.unchangedCount,
    ignored: [...ignoredHeadings, ...workbook.ignoredSheets.filter((name) => !templateSheetNames.has(name))],
    problems,
  };
}
