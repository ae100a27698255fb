import type { Lang } from '#shared/kernel/lang.ts';
import { parseCustomColumnId } from '#shared/rules/columns.ts';
import { translateTerm } from '#shared/terms/index.ts';
import type { ImportProblems, SheetLocation } from '../import/problems.ts';
import { getPlanLabel, type PlanLevel } from './plan-columns.ts';
import type { PlanSheet } from './plan-sheets.ts';
import { findPlanColumn, locatePlanCell, type PlanRow } from './read-plan-rows.ts';

interface RowLocation {
  planSheet: PlanSheet;
  rowNumber: number;
}

/** An order, a part or a process of a plan, with the cells of its values. */
export class PlanRecord {
  readonly level: PlanLevel;
  /** The values by field, without those that are empty. */
  readonly values: Record<string, unknown> = {};
  /** The validated values, with ids instead of references; null until the record is checked, or if it is wrong. */
  checkedValues: Record<string, unknown> | null = null;
  /** The fields whose problem has been reported. */
  readonly wrongFields = new Set<string>();
  /** The first row that names the record. */
  readonly firstRow: RowLocation;
  /** The row of each value that is not in the first row, by field. */
  private readonly rowsByField = new Map<string, RowLocation>();
  /** For each field whose value is in the column of another field, the name of that other field. */
  private readonly columnsByField = new Map<string, string>();

  constructor(level: PlanLevel, { planSheet, rowNumber }: PlanRow) {
    this.level = level;
    this.firstRow = { planSheet, rowNumber };
  }

  /** Adds the values of a row. A value that differs from an earlier row is reported as a problem. */
  addRow(row: PlanRow, problems: ImportProblems): void {
    const location = { planSheet: row.planSheet, rowNumber: row.rowNumber };
    for (const [name, value] of Object.entries(row.values[this.level])) {
      const knownValue = this.values[name];
      if (knownValue === undefined) {
        this.values[name] = value;
        if (row.rowNumber !== this.firstRow.rowNumber || row.planSheet !== this.firstRow.planSheet)
          this.rowsByField.set(name, location);
      } else if (knownValue !== value) {
        const column = findPlanColumn(row.planSheet, this.level, name)!;
        problems.addByName(locatePlanCell(row.planSheet, row.rowNumber, column), value, 'differsFrom', {
          row: (this.rowsByField.get(name) ?? this.firstRow).rowNumber,
          value: knownValue,
        });
        this.wrongFields.add(name);
      }
    }
    for (const wrongColumn of row.wrongColumns)
      if (wrongColumn.startsWith(`${this.level}.`))
        this.wrongFields.add(wrongColumn.slice(this.level.length + 1));
  }

  /** Records that the value of a field is in the column of another field. */
  setColumn(name: string, columnName: string): void {
    this.columnsByField.set(name, columnName);
  }

  /** Locates the cell of a field. If no cell holds it, the location has the row of the record and the field's name. */
  locate(name: string, lang: Lang): SheetLocation {
    const { planSheet, rowNumber } = this.rowsByField.get(name) ?? this.firstRow;
    const column = findPlanColumn(planSheet, this.level, this.columnsByField.get(name) ?? name);
    if (column) return locatePlanCell(planSheet, rowNumber, column);
    const isDeclared = name !== '' && parseCustomColumnId(name) === null;
    return {
      sheet: planSheet.sheet.name,
      row: rowNumber,
      index: null,
      column: isDeclared ? translateTerm(lang, getPlanLabel(this.level, name)) : null,
    };
  }
}

/** An order of a plan. Its code is its key. */
export class PlanOrder extends PlanRecord {
  readonly code: string;
  /** The parts by code. */
  readonly parts = new Map<string, PlanPart>();

  constructor(code: string, row: PlanRow) {
    super('order', row);
    this.code = code;
  }
}

/** A part of an order of a plan. Its code is its key within the order. */
export class PlanPart extends PlanRecord {
  readonly code: string;
  readonly processes: PlanProcess[] = [];
  /** The part that this part is assembled into; null for a root part, or if the parent is unknown. */
  parent: PlanPart | null = null;

  constructor(code: string, row: PlanRow) {
    super('part', row);
    this.code = code;
  }
}

/** A process of a part of a plan. */
export class PlanProcess extends PlanRecord {
  /** The code or name of the craft, as in the file. */
  readonly craftText: string;

  constructor(craftText: string, row: PlanRow) {
    super('process', row);
    this.craftText = craftText;
  }

  /** The display name of the process. */
  get shownName(): string {
    const { name } = this.values;
    return typeof name === 'string' ? name : this.craftText;
  }
}
