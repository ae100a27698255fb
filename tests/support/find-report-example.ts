import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '#server/root.ts';
import { addDays } from '#shared/rules/days.ts';
import { toLocalDay } from '#shared/rules/wall-clock.ts';

const ZONE = 'Asia/Shanghai';
/** The first day of the example. */
export const EXAMPLE_MONDAY = '2026-03-09';

/** A row of a page of the example. */
export type Row = Record<string, string | number | null>;

/** The row of an exception in the example, with the penalty of each person. */
interface ExceptionRow {
  people: { employee: string; penalty: number }[];
}

/**
 * The part of the example that the product can reproduce: two days of a tiny factory. Times are local:
 * 'YYYY-MM-DDTHH:mm'.
 */
export interface ReportExample {
  input: {
    departments: { code: string; name: string }[];
    workGroups: { code: string; name: string; department: string }[];
    classTables: {
      code: string;
      shifts: { name: string; startsAt: string; endsAt: string; rate: number }[];
      breaks: { startsAt: string; endsAt: string }[];
    }[];
    rosters: { classTable: string; workGroup?: string; validFrom: string }[];
    costTypes: {
      code: string;
      name: string;
      rates: { validFrom: string; deviceHourRate: number | null; manHourRate: number | null }[];
    }[];
    wageGradeRates: { wageGrade: string; validFrom: string; hourRate: number }[];
    employees: { code: string; name: string; department: string; workGroup: string; wageGrade: string }[];
    devices: {
      code: string;
      name: string;
      workGroup: string;
      normalCapacity: number;
      downtimes: { downFrom: string; downUntil: string }[];
    }[];
    crafts: {
      code: string;
      name: string;
      costType: string;
      wageCalculationType: string;
      piecePrices: { validFrom: string; price: number }[];
    }[];
    errorClasses: { code: string; name: string }[];
    project: { code: string };
    order: { code: string; quantity: number; dueDate: string; plannedStart: string };
    /** The times of the pages that show the present: 'YYYY-MM-DDTHH:mm'. */
    asOf: { middle: string; end: string };
    parts: {
      code: string;
      name: string;
      parent: string | null;
      quantity: number;
      quantityPer: number;
      materialPerPiece?: number;
    }[];
    processes: {
      code: string;
      part: string;
      seq: number;
      craft: string;
      workGroup: string;
      plannedQuantity: number;
      preparationMinutes: number | null;
      deviceMinutes: number | null;
      manMinutes: number | null;
      manMachineRatio: number | null;
      plannedStart: string;
      plannedEnd: string;
    }[];
    reports: {
      code: string;
      process: string;
      device: string | null;
      phase: string;
      kind: 'unfinished' | 'finish';
      started: number;
      startedAt: string;
      endedAt: string;
      good: number;
      scrap: number;
      errorClass?: string;
      people: { employee: string; ratio: number }[];
    }[];
    acceptedLosses: { process: string; quantity: number; at: string }[];
    exception: {
      process: string;
      from: string;
      quantity: number;
      errorClass: string;
      discoveryProcess: string;
      discoverer: string;
      responsibleProcess: string;
      raisedAt: string;
      determinedAt: string;
      postedAt: string;
      finishedAt: string;
      rework: number;
      concession: number;
      scrap: number;
      lostHours: number;
      lostMaterialCost: number;
      lostManufacturingCost: number;
      people: { employee: string; ratio: number; type: string }[];
    };
    warehouseIn: { part: string; quantity: number; shelf: string; at: string }[];
  };
  expected: {
    reportDays: {
      report: string;
      day: string;
      shift: string;
      seconds: number;
      overtimeSeconds: number;
      people: Record<string, number>;
    }[];
    reports: Record<string, { params: Record<string, string>; rows: Row[]; total: Row }> & {
      'quality/report/form': { rows: (Row & ExceptionRow)[] };
    };
    orderKpi: Record<string, unknown>;
    exceptionProposal: { lostManufacturingCost: number; lostMaterialCost: number; lostHours: number };
  };
}

/** Reads the example of the reports beside the project; null if it does not exist. */
export function readReportExample(): ReportExample | null {
  const folder = join(projectFolder, '../shared/data/report-example');
  if (!existsSync(join(folder, 'expected.json'))) return null;
  const readJson = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'));
  return { input: readJson('input.json'), expected: readJson('expected.json') } as ReportExample;
}

/**
 * Returns the number of days by which the example is moved, so that its Monday to Wednesday are in the past and in one
 * month.
 */
export function findDaysToMove(): number {
  let monday = addDays(EXAMPLE_MONDAY, 0);
  while (addDays(monday, 7 + 3) <= toLocalDay(ZONE, Date.now())) monday = addDays(monday, 7);
  while (monday.slice(0, 7) !== addDays(monday, 2).slice(0, 7)) monday = addDays(monday, -7);
  return Math.round((Date.parse(monday) - Date.parse(EXAMPLE_MONDAY)) / 86_400_000);
}
