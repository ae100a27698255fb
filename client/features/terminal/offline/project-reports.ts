import type { QueuedProcess, TerminalProcess } from '#shared/answers/terminal.ts';
import type { OpenReport } from '#shared/ledger/process-progress.ts';
import { findNextStep } from '#shared/ledger/may-begin.ts';
import { calculateReceivableQuantity } from '#shared/ledger/process-state.ts';
import { addQuantities, subtractQuantities } from '#shared/ledger/quantity.ts';
import type { QueuedReport } from './queued-report.ts';

const readNumber = (report: QueuedReport, field: string): number => Number(report.fields[field] ?? 0);

/** Moves pieces of a process from arrived to machinable, as far as too few are machinable. */
function receiveMissing<P extends TerminalProcess>(process: P, quantity: number): P {
  const missing = Math.max(0, subtractQuantities(quantity, process.machinable));
  return {
    ...process,
    received: addQuantities(process.received, missing),
    machinable: addQuantities(process.machinable, missing),
  };
}

function projectStart<P extends TerminalProcess>(process: P, report: QueuedReport): P {
  const quantity = readNumber(report, 'quantity');
  const openReport: OpenReport = {
    reportId: report.placeholderId ?? 0,
    phase: (report.fields['phase'] as OpenReport['phase'] | undefined) ?? 'run',
    startedAt: new Date(Date.parse(report.at) - (report.time?.minutesAgo ?? 0) * 60_000).toISOString(),
    started: quantity,
    isRework: report.fields['isRework'] === true,
    deviceId: (report.fields['deviceId'] as number | null | undefined) ?? null,
    deviceName: null,
    people: [{ employeeId: report.employeeId, name: report.name }],
  };
  if (openReport.isRework)
    return {
      ...process,
      reworkOpen: Math.max(0, subtractQuantities(process.reworkOpen, quantity)),
      inRework: addQuantities(process.inRework, quantity),
      state: 'processing',
      open: [...process.open, openReport],
    };
  const received = receiveMissing(process, quantity);
  return {
    ...received,
    machinable: subtractQuantities(received.machinable, quantity),
    inWork: addQuantities(received.inWork, quantity),
    state: 'processing',
    open: [...process.open, openReport],
  };
}

function projectEnd<P extends TerminalProcess>(process: P, report: QueuedReport): P {
  const ended = process.open.find(({ reportId }) => reportId === report.fields['reportId']);
  if (!ended) return process;
  const [good, scrap, rework] = ['good', 'scrap', 'rework'].map((field) => readNumber(report, field));
  const rest = subtractQuantities(ended.started, addQuantities(good!, scrap!, rework!));
  const open = process.open.filter((other) => other !== ended);
  const state =
    open.length > 0 ? 'processing' : process.good + good! >= process.target ? 'completed' : 'unfinished';
  if (ended.isRework)
    return {
      ...process,
      open,
      machinable: addQuantities(process.machinable, rework!),
      good: addQuantities(process.good, good!),
      scrap: addQuantities(process.scrap, scrap!),
      reworkOpen: addQuantities(process.reworkOpen, Math.max(0, rest)),
      inRework: Math.max(0, subtractQuantities(process.inRework, ended.started)),
      state,
    };
  return {
    ...process,
    open,
    inWork: Math.max(0, subtractQuantities(process.inWork, ended.started)),
    machinable: Math.max(0, addQuantities(process.machinable, rest)),
    good: addQuantities(process.good, good!),
    scrap: addQuantities(process.scrap, scrap!),
    reworkOpen: addQuantities(process.reworkOpen, rework!),
    state,
  };
}

function projectRecord<P extends TerminalProcess>(process: P, report: QueuedReport): P {
  const [good, scrap] = [readNumber(report, 'good'), readNumber(report, 'scrap')];
  if (report.fields['isRework'] === true)
    return {
      ...process,
      good: addQuantities(process.good, good),
      scrap: addQuantities(process.scrap, scrap),
      reworkOpen: Math.max(0, subtractQuantities(process.reworkOpen, good, scrap)),
    };
  const received = receiveMissing(process, addQuantities(good, scrap));
  return {
    ...received,
    machinable: subtractQuantities(received.machinable, addQuantities(good, scrap)),
    good: addQuantities(process.good, good),
    scrap: addQuantities(process.scrap, scrap),
    state: process.good + good >= process.target ? 'completed' : 'unfinished',
  };
}

function projectReceive<P extends TerminalProcess>(process: P, report: QueuedReport): P {
  const quantity = readNumber(report, 'quantity');
  return {
    ...process,
    received: addQuantities(process.received, quantity),
    machinable: addQuantities(process.machinable, quantity),
  };
}

function projectReport<P extends TerminalProcess>(process: P, report: QueuedReport): P {
  const verb = report.path.split('/').at(-1);
  if (verb === 'start') return projectStart(process, report);
  if (verb === 'finish' || verb === 'unfinished') return projectEnd(process, report);
  if (verb === 'record') return projectRecord(process, report);
  return verb === 'receive' ? projectReceive(process, report) : process;
}

/** Lets the pieces of each process arrive at the next one of the same part. */
function passOnPieces<P extends TerminalProcess>(processes: readonly P[]): P[] {
  return processes.map((process) => {
    const before = processes.filter(({ partId, seq }) => partId === process.partId && seq < process.seq);
    const lastSeq = Math.max(...before.map(({ seq }) => seq));
    const previous = before.filter(({ seq }) => seq === lastSeq);
    if (previous.length === 0) return process;
    const arrived = Math.min(...previous.map(({ good, concession }) => addQuantities(good, concession)));
    return { ...process, arrived: Math.max(process.arrived, arrived) };
  });
}

/**
 * Applies the reports that wait on this device to the last state that the device has seen, so that the work can go on
 * without network. The server decides later what of it was allowed.
 * @param processes the processes of a part, or a part of them
 */
export function projectReports<P extends TerminalProcess>(
  processes: readonly P[],
  queued: readonly QueuedReport[],
  employeeId: number | null,
): P[] {
  const concerned = new Set(queued.map(({ processId }) => processId));
  if (!processes.some(({ processId }) => concerned.has(processId))) return [...processes];
  let projected = [...processes];
  for (const report of queued)
    projected = passOnPieces(
      projected.map((process) =>
        process.processId === report.processId ? projectReport(process, report) : process,
      ),
    );
  return projected.map((process) => {
    const routing = projected.filter(({ partId }) => partId === process.partId);
    if (!routing.some(({ processId }) => concerned.has(processId))) return process;
    return {
      ...process,
      receivable: calculateReceivableQuantity(process),
      next: findNextStep(process, routing, employeeId),
    };
  });
}

/** Returns the running processes of a person among the listed ones, with those that a waiting report has started. */
export function findOwnWork(
  own: readonly QueuedProcess[],
  queue: readonly QueuedProcess[],
  employeeId: number | null,
): QueuedProcess[] {
  const isOwn = ({ open }: QueuedProcess) =>
    open.some(({ people }) => people.some((person) => person.employeeId === employeeId));
  const ownIds = new Set(own.map(({ processId }) => processId));
  return [...own, ...queue.filter((row) => !ownIds.has(row.processId))].filter(isOwn);
}
