import { makeError } from '#shared/kernel/errors.ts';
import { toHalfWidth } from '#shared/kernel/typed-text.ts';
import type { ImportProblems, SheetLocation } from '../import/problems.ts';
import { PlanOrder, PlanPart, PlanProcess } from './plan-records.ts';
import type { PlanSheet } from './plan-sheets.ts';
import { findPlanColumn, locatePlanCell, type PlanRow } from './read-plan-rows.ts';
import { splitRouting } from './split-routing.ts';

/** The keys from the rows above. An empty cell of a sheet means “as above” and repeats them. */
interface RepeatedKeys {
  order: string | null;
  part: string | null;
}

/** The facts about the whole workbook that are needed to collect its plan. */
interface PlanWorkbook {
  /** Whether a separate sheet lists the orders, so that no other sheet can add an order. */
  readonly hasOrderSheet: boolean;
  readonly hasPartSheet: boolean;
  readonly isCraft: (text: string) => boolean;
}

/**
 * The maximum number of processes of a plan. There can be more processes than rows, because one cell can hold a
 * routing, and a routing can apply to every order.
 */
const MAX_PLAN_PROCESSES = 100_000;

const cleanKey = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? toHalfWidth(value).trim() : null;

const locateKey = (row: PlanRow, level: 'order' | 'part'): SheetLocation => {
  const column = findPlanColumn(row.planSheet, level, 'code');
  return column
    ? locatePlanCell(row.planSheet, row.rowNumber, column)
    : { sheet: row.planSheet.sheet.name, row: row.rowNumber, index: null, column: null };
};

/** Collects the orders of a plan from its rows, with their parts and processes. */
class PlanCollector {
  readonly orders = new Map<string, PlanOrder>();
  private readonly workbook: PlanWorkbook;
  private readonly problems: ImportProblems;
  private readonly keysBySheet = new Map<PlanSheet, RepeatedKeys>();
  private readonly partsByCode = new Map<string, PlanPart[]>();
  private processCount = 0;

  constructor(workbook: PlanWorkbook, problems: ImportProblems) {
    this.workbook = workbook;
    this.problems = problems;
  }

  addRow(row: PlanRow): void {
    const { planSheet } = row;
    if (!findPlanColumn(planSheet, 'order', 'code')) return this.addRowOfEveryOrder(row);
    const keysAbove = this.keysBySheet.get(planSheet) ?? { order: null, part: null };
    this.keysBySheet.set(planSheet, keysAbove);
    const orderCode =
      cleanKey(row.values.order['code']) ?? (planSheet.kind === 'order' ? null : keysAbove.order);
    if (orderCode === null) {
      if (!row.wrongColumns.has('order.code'))
        this.problems.addByName(locateKey(row, 'order'), null, 'keyMissing');
      return;
    }
    const partCode =
      cleanKey(row.values.part['code']) ?? (orderCode === keysAbove.order ? keysAbove.part : null);
    keysAbove.order = orderCode;
    keysAbove.part = partCode;
    const order = this.addToOrder(orderCode, row);
    const part = order && this.addToPart(order, partCode, row);
    if (part) this.addProcesses(part, row);
  }

  /**
   * Adds the processes of a row that names no order. They belong to the part that the row names, in every
   * order that has this part.
   */
  private addRowOfEveryOrder(row: PlanRow): void {
    const keysAbove = this.keysBySheet.get(row.planSheet) ?? { order: null, part: null };
    this.keysBySheet.set(row.planSheet, keysAbove);
    const code = cleanKey(row.values.part['code']) ?? keysAbove.part;
    keysAbove.part = code;
    if (code === null) return this.problems.addByName(locateKey(row, 'part'), null, 'keyMissing');
    const parts = this.partsByCode.get(code) ?? [];
    if (parts.length === 0) this.problems.addByName(locateKey(row, 'part'), code, 'noOwner', { key: code });
    for (const part of parts) this.addProcesses(part, row);
  }

  private addToOrder(code: string, row: PlanRow): PlanOrder | null {
    const knownOrder = this.orders.get(code);
    if (knownOrder && row.planSheet.kind === 'order') {
      this.problems.addByName(locateKey(row, 'order'), code, 'repeatedIn', {
        row: knownOrder.firstRow.rowNumber,
      });
      return null;
    }
    if (!knownOrder && this.workbook.hasOrderSheet && row.planSheet.kind !== 'order') {
      this.problems.addByName(locateKey(row, 'order'), code, 'noSuchOrder', { code });
      return null;
    }
    const order = knownOrder ?? new PlanOrder(code, row);
    this.orders.set(code, order);
    order.addRow({ ...row, values: { ...row.values, order: { ...row.values.order, code } } }, this.problems);
    return order;
  }

  /** Finds or adds the part that a row names. A row of an order sheet without part columns names no part. */
  private addToPart(order: PlanOrder, code: string | null, row: PlanRow): PlanPart | null {
    const { kind } = row.planSheet;
    const knownPart = code === null ? this.findOnlyPart(order, row) : order.parts.get(code);
    if (knownPart === null) return null;
    if (knownPart && kind === 'part') {
      this.problems.addByName(locateKey(row, 'part'), code, 'repeatedIn', {
        row: knownPart.firstRow.rowNumber,
      });
      return null;
    }
    if (!knownPart && kind === 'process' && this.workbook.hasPartSheet) {
      this.problems.addByName(locateKey(row, 'part'), code, 'noSuchPart', {
        order: order.code,
        code: code ?? '',
      });
      return null;
    }
    const part = knownPart ?? this.createPart(order, code ?? order.code, row);
    part.addRow(
      { ...row, values: { ...row.values, part: { ...row.values.part, code: part.code } } },
      this.problems,
    );
    return part;
  }

  private createPart(order: PlanOrder, code: string, row: PlanRow): PlanPart {
    const part = new PlanPart(code, row);
    order.parts.set(code, part);
    const partsWithCode = this.partsByCode.get(code);
    if (partsWithCode) partsWithCode.push(part);
    else this.partsByCode.set(code, [part]);
    return part;
  }

  /**
   * Finds the part of a row without a part code: the only part of the order.
   * @returns undefined if the order has no part yet and the row begins one; null if the row has no part
   */
  private findOnlyPart(order: PlanOrder, row: PlanRow): PlanPart | null | undefined {
    const { kind } = row.planSheet;
    const hasContent = Object.keys({ ...row.values.part, ...row.values.process }).length > 0;
    if (kind === 'part') {
      this.problems.addByName(locateKey(row, 'part'), null, 'keyMissing');
      return null;
    }
    if (!hasContent && (kind === 'order' || order.parts.size > 0)) return null;
    if (order.parts.size <= 1) return [...order.parts.values()][0];
    this.problems.addByName(locateKey(row, 'part'), null, 'partUnclear', { order: order.code });
    return null;
  }

  private addProcesses(part: PlanPart, row: PlanRow): void {
    const { routing, craftId, ...details } = row.values.process;
    const hasDetails = Object.keys(details).length > 0;
    const hasWrongProcess = [...row.wrongColumns].some((name) => name.startsWith('process.'));
    const text = routing ?? craftId;
    if (text === undefined && !hasDetails && !hasWrongProcess) return;
    const crafts = typeof text === 'string' ? splitRouting(text, this.workbook.isCraft) : [];
    const name = routing === undefined ? 'craftId' : 'routing';
    const hasOneProcess = routing === undefined && crafts.length <= 1;
    if (!hasOneProcess && (hasDetails || (routing !== undefined && craftId !== undefined))) {
      const column = findPlanColumn(row.planSheet, 'process', name)!;
      this.problems.addByName(locatePlanCell(row.planSheet, row.rowNumber, column), text, 'routingAndCraft');
      return;
    }
    const valuesOfProcesses: Record<string, unknown>[] = hasOneProcess
      ? [{ ...details, ...(crafts.length > 0 ? { craftId: crafts[0] } : {}) }]
      : crafts.map((craft) => ({ craftId: craft }));
    this.processCount += valuesOfProcesses.length;
    if (this.processCount > MAX_PLAN_PROCESSES) throw makeError('importTooMany', { max: MAX_PLAN_PROCESSES });
    for (const values of valuesOfProcesses) {
      const process = new PlanProcess(String(values['craftId'] ?? ''), row);
      process.addRow({ ...row, values: { ...row.values, process: values } }, this.problems);
      process.setColumn('craftId', name);
      part.processes.push(process);
    }
  }
}

/**
 * Collects the orders of a plan.
 * @param rows the rows of all sheets: those of orders first, then those of parts, then those of processes
 */
export function collectOrders(
  rows: readonly PlanRow[],
  workbook: PlanWorkbook,
  problems: ImportProblems,
): Map<string, PlanOrder> {
  const collector = new PlanCollector(workbook, problems);
  for (const row of rows) collector.addRow(row);
  return collector.orders;
}
