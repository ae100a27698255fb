import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { sql } from 'kysely';
import type { FieldMap } from '#shared/kernel/fields.ts';
import type { Lang } from '#shared/kernel/lang.ts';
import { validateRecord, type FieldProblem } from '#shared/kernel/validate.ts';
import { roundQuantity } from '#shared/ledger/quantity.ts';
import { parseCustomColumnId } from '#shared/rules/columns.ts';
import { computeNextSeq } from '#shared/rules/next-seq.ts';
import { buildErrorMessage, buildFieldMessage } from '#shared/terms/error-message.ts';
import { getSavableFields } from '../../../crud/save.ts';
import type { Db } from '../../../db/database.ts';
import { nestCustomValues } from '../import/nest-custom-values.ts';
import type { ImportProblems } from '../import/problems.ts';
import { arrangeParts } from './arrange-parts.ts';
import { PLAN_ENTITIES, PLAN_LEVELS, type PlanColumns, type PlanLevel } from './plan-columns.ts';
import type { PlanOrder, PlanPart, PlanProcess, PlanRecord } from './plan-records.ts';
import { PART_FIELDS_BY_MATERIAL_FIELD } from './plan-sheets.ts';
import { findPlanColumn } from './read-plan-rows.ts';

/** The maximum numbers of parts and processes of one order, and of processes of one part. */
const MAX_ORDER_PARTS = 3000;
const MAX_ORDER_PROCESSES = 3000;
const MAX_PART_PROCESSES = 200;
/** The number of orders that are checked before the server handles other requests. */
const ORDERS_PER_SLICE = 100;

/**
 * The fields that are filled in when the plan is written, because they refer to rows that do not exist yet.
 */
const OWNER_FIELDS: Readonly<Record<PlanLevel, readonly string[]>> = {
  order: [],
  part: ['orderId', 'parentId'],
  process: ['partId'],
};

/** Returns the fields of a level that a row of a plan must fill in correctly. */
const selectFieldsToCheck = (columns: PlanColumns, level: PlanLevel): FieldMap =>
  Object.fromEntries([
    ...Object.entries(getSavableFields(PLAN_ENTITIES[level])).filter(
      ([name]) => !OWNER_FIELDS[level].includes(name),
    ),
    ...columns[level]
      .filter(({ name }) => parseCustomColumnId(name) !== null)
      .map(({ name, field }) => [name, field]),
  ]);

/** Whether the sheet that names a record has a column for a field. */
const hasColumn = ({ firstRow, level }: PlanRecord, name: string): boolean =>
  findPlanColumn(firstRow.planSheet, level, name) !== undefined;

/** Fills in the default values of mapped columns that the list of the customer does not have. */
function fillMappedDefaults({ values, firstRow }: PlanPart): void {
  for (const { materialField, columnHeader, defaultValue } of firstRow.planSheet.mapping?.columns ?? []) {
    const name = PART_FIELDS_BY_MATERIAL_FIELD[materialField];
    if (name !== undefined && columnHeader === null && defaultValue !== null) values[name] ??= defaultValue;
  }
}

/** Checks orders with their parts and processes, as far as that is possible without writing. */
class OrderChecker {
  private readonly lang: Lang;
  private readonly problems: ImportProblems;
  private readonly fields: Readonly<Record<PlanLevel, FieldMap>>;

  constructor(columns: PlanColumns, lang: Lang, problems: ImportProblems) {
    this.lang = lang;
    this.problems = problems;
    const [order, part, process] = PLAN_LEVELS.map((level) => selectFieldsToCheck(columns, level));
    this.fields = { order: order!, part: part!, process: process! };
  }

  checkOrder(order: PlanOrder): void {
    if (this.refuseTooLargeOrder(order)) return;
    const parts = arrangeParts(order, this.lang, this.problems);
    this.fillOrder(order, parts);
    const quantity = this.validate(order)?.['quantity'];
    this.refuseStartAfterEnd(order, 'dueDate');
    for (const part of parts) {
      const parentQuantity = part.parent ? part.parent.checkedValues?.['quantity'] : quantity;
      this.checkPart(order, part, typeof parentQuantity === 'number' ? parentQuantity : null);
    }
  }

  private refuseTooLargeOrder(order: PlanOrder): boolean {
    const parts = [...order.parts.values()];
    const processCount = parts.reduce((count, { processes }) => count + processes.length, 0);
    if (parts.length <= MAX_ORDER_PARTS && processCount <= MAX_ORDER_PROCESSES) return false;
    this.problems.addByName(order.locate('code', this.lang), order.code, 'planTooLarge', {
      code: order.code,
      parts: MAX_ORDER_PARTS,
      processes: MAX_ORDER_PROCESSES,
    });
    return true;
  }

  /**
   * Takes the name and the quantity of an order from its first root part, if the sheet has no columns for
   * them.
   */
  private fillOrder(order: PlanOrder, parts: readonly PlanPart[]): void {
    const root = parts.find(({ parent }) => parent === null);
    for (const name of ['name', 'quantity'])
      if (root?.values[name] !== undefined && !hasColumn(order, name))
        order.values[name] ??= root.values[name];
  }

  private checkPart(order: PlanOrder, part: PlanPart, quantityAbove: number | null): void {
    if (order.parts.size === 1 && !hasColumn(part, 'name')) part.values['name'] ??= order.values['name'];
    fillMappedDefaults(part);
    this.fillQuantity(part, quantityAbove);
    this.validate(part);
    if (part.processes.length > MAX_PART_PROCESSES)
      this.problems.addByName(part.locate('code', this.lang), part.code, 'routingTooLong', {
        code: part.code,
        max: MAX_PART_PROCESSES,
      });
    let lastSeq = 0;
    for (const process of part.processes) {
      process.values['seq'] ??= computeNextSeq(lastSeq);
      const seq = this.validate(process)?.['seq'];
      if (typeof seq === 'number') lastSeq = seq;
      this.refuseStartAfterEnd(process, 'plannedEnd');
    }
    this.refuseRepeatedProcesses(part);
    this.refuseDecreasingStarts(part);
  }

  /**
   * Fills in the quantity of a part, or how many pieces of it go into one piece of its parent. The missing value is
   * computed from the other one and the quantity of the parent. If both are missing, the part gets the quantity of its
   * parent. A number per piece that is not exact is not filled in.
   */
  private fillQuantity(part: PlanPart, quantityAbove: number | null): void {
    const { values, parent, wrongFields } = part;
    if (quantityAbove === null) {
      // The quantity of the parent is wrong and has its own problem.
      if (values['quantity'] === undefined) wrongFields.add('quantity');
      return;
    }
    if (wrongFields.has('quantity') || wrongFields.has('quantityPer')) return;
    const quantityPer = values['quantityPer'] === undefined ? Number.NaN : Number(values['quantityPer']);
    const quantity = Number(values['quantity']);
    if (values['quantity'] === undefined)
      values['quantity'] = roundQuantity(quantityAbove * (Number.isFinite(quantityPer) ? quantityPer : 1));
    else if (parent && values['quantityPer'] === undefined && Number.isFinite(quantity)) {
      const exactQuantityPer = roundQuantity(quantity / quantityAbove);
      if (exactQuantityPer > 0 && roundQuantity(exactQuantityPer * quantityAbove) === quantity)
        values['quantityPer'] = exactQuantityPer;
    }
  }

  /**
   * Validates the values of a record, and stores them in it.
   * @returns the values; null if a value is wrong
   */
  private validate(record: PlanRecord): Record<string, unknown> | null {
    const { parentCode: _parentCode, ...values } = record.values;
    const fields = this.fields[record.level];
    const levelValues = Object.fromEntries(Object.entries(values).filter(([name]) => name in fields));
    const { problems, values: validatedValues } = validateRecord(fields, levelValues);
    for (const [name, problem] of Object.entries<FieldProblem>(problems ?? {})) {
      if (record.wrongFields.has(name)) continue;
      this.problems.add(record.locate(name, this.lang), values[name], buildFieldMessage(this.lang, problem));
      record.wrongFields.add(name);
    }
    record.checkedValues = problems || record.wrongFields.size > 0 ? null : nestCustomValues(validatedValues);
    return record.checkedValues;
  }

  private refuseStartAfterEnd(record: PlanRecord, endName: string): void {
    const [start, end] = [record.checkedValues?.['plannedStart'], record.checkedValues?.[endName]];
    if (typeof start !== 'string' || typeof end !== 'string' || start <= end) return;
    const message = buildErrorMessage(this.lang, 'startAfterEnd');
    this.problems.add(record.locate('plannedStart', this.lang), start, message);
  }

  /**
   * Refuses a repeated process: one with the same sequence number, craft, device and name as an earlier
   * process.
   */
  private refuseRepeatedProcesses({ processes }: PlanPart): void {
    const seenProcesses = new Map<string, PlanProcess>();
    for (const process of processes) {
      if (!process.checkedValues) continue;
      const { seq, craftId, deviceId, name } = process.checkedValues;
      const key = JSON.stringify([seq, craftId, deviceId, name]);
      const earlierProcess = seenProcesses.get(key);
      if (earlierProcess)
        this.problems.addByName(process.locate('craftId', this.lang), process.craftText, 'repeatedIn', {
          row: earlierProcess.firstRow.rowNumber,
        });
      else seenProcesses.set(key, process);
    }
  }

  /**
   * Refuses a process that is planned to start before a process with a lower sequence number (specification
   * §5).
   */
  private refuseDecreasingStarts({ processes }: PlanPart): void {
    const plannedStarts = processes
      .flatMap((process) => {
        const { seq, plannedStart: start } = process.checkedValues ?? {};
        return typeof seq === 'number' && typeof start === 'string' ? [{ process, seq, start }] : [];
      })
      .toSorted((a, b) => a.seq - b.seq);
    type PlannedStart = (typeof plannedStarts)[number];
    /** The latest start among the processes with lower sequence numbers. */
    let latestStart: PlannedStart | null = null;
    /** The processes with the same sequence number as the current one, which are parallel to it. */
    let parallelStarts: PlannedStart[] = [];
    for (const current of plannedStarts) {
      if (parallelStarts[0] && parallelStarts[0].seq < current.seq) {
        for (const parallelStart of parallelStarts)
          if (latestStart === null || parallelStart.start > latestStart.start) latestStart = parallelStart;
        parallelStarts = [];
      }
      parallelStarts.push(current);
      if (latestStart === null || current.start >= latestStart.start) continue;
      const message = buildErrorMessage(this.lang, 'startsBeforePrevious', {
        own: current.process.shownName,
        name: latestStart.process.shownName,
        day: latestStart.start,
      });
      this.problems.add(current.process.locate('plannedStart', this.lang), current.start, message);
    }
  }
}

/** Refuses orders whose codes the factory already has. */
async function refuseKnownOrders(
  db: Db,
  factoryId: number,
  orders: ReadonlyMap<string, PlanOrder>,
  lang: Lang,
  problems: ImportProblems,
): Promise<void> {
  const { rows } = await sql<{ code: string }>`select code from work_order
    where factory_id = ${factoryId} and code = any(${[...orders.keys()]}::text[]) and deleted_at is null`.execute(
    db,
  );
  for (const { code } of rows)
    problems.addByName(orders.get(code)!.locate('code', lang), code, 'orderExists', { code });
}

/** Checks the orders of a plan, and stores the validated values in their records. */
export async function checkOrders(
  { db, factoryId, lang, columns }: { db: Db; factoryId: number; lang: Lang; columns: PlanColumns },
  orders: ReadonlyMap<string, PlanOrder>,
  problems: ImportProblems,
): Promise<void> {
  await refuseKnownOrders(db, factoryId, orders, lang, problems);
  const checker = new OrderChecker(columns, lang, problems);
  let count = 0;
  for (const order of orders.values()) {
    checker.checkOrder(order);
    count += 1;
    if (count % ORDERS_PER_SLICE === 0) await yieldToEventLoop();
  }
}
