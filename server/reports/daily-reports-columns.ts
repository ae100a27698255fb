import { choice, moment, text } from '#shared/kernel/fields.ts';
import { resultColumns, secondsColumn } from './work-columns.ts';

export const PHASES = ['preparation', 'run', 'stop'] as const;
const KINDS = ['start', 'unfinished', 'finish', 'outsidePlan'] as const;

/** A report behind a daily figure. */
export interface DailyReportRow {
  reportId: number;
  day: string;
  startedAt: string;
  endedAt: string;
  shiftName: string | null;
  orderCode: string | null;
  partName: string | null;
  processName: string | null;
  kind: (typeof KINDS)[number];
  phase: (typeof PHASES)[number];
  seconds: number;
  good: number;
  scrap: number;
  rework: number;
  hold: number;
  earnedSeconds: number | null;
}

/** What a report of the floor says, beside who or what it is about. */
export const workColumns = {
  startedAt: { field: moment({ required: true }), label: 'startedAt' },
  endedAt: { field: moment({ required: true }), label: 'endedAt' },
  shiftName: { field: text({ label: 'shift' }), label: 'shift' },
  orderCode: { field: text({ label: 'workOrder' }), label: 'workOrder' },
  partName: { field: text({ label: 'part' }), label: 'part' },
  processName: { field: text({ label: 'process' }), label: 'process' },
  kind: { field: choice(KINDS, { required: true, label: 'reportKind' }), label: 'reportKind' },
  phase: { field: choice(PHASES, { required: true }), label: 'phase' },
  seconds: secondsColumn('duration'),
  ...resultColumns,
} as const;
