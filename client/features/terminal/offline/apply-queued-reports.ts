import type { QueuedProcess, TerminalProcess } from '#shared/answers/terminal.ts';
import type { OpenReport } from '#shared/ledger/process-progress.ts';
import { findNextStep } from '#shared/ledger/may-begin.ts';
import { calculateReceivableQuantity } from '#shared/ledger/process-state.ts';
import { addQuantities, subtractQuantities } from '#shared/ledger/quantity.ts';
import type { QueuedReport } from './queued-report.ts';

const readNumber = (report: QueuedReport, field: string): number => Number(report.fields[field] ?? 0);

/** Moves pieces of a process from arrived to machinable, if the machinable pieces are fewer than `quantity`. */
function receiveMissing<P extends TerminalProcess>(process: P, quantity: number): P {
  const missingQuantity = Math.max(0, subtractQuantities(quantity, process.machinable));
  return {
    ...process,
    received: addQuantities(process.received, missingQuantity),
    machinable: addQuantities(process.machinable, missingQuantity),
  };
}

function applyStart<P extends TerminalProcess>(process: P, report: QueuedReport): P {
  const quantity = readNumber(report, 'quantity');
  const openReport: OpenReport = {
    reportId: report.placeholderId ?? 0,
    phase: (report.fields['phase'] as OpenReport['phase'] | undefined) ?? 'run',
    startedAt: new Date(Date.parse(report.at) - (report.time?.minutesAgo ?? 0) * 60_000).toISOString(),
    started: quantity,
    isRework: report.fields['isRework'] === true,
    deviceId: (report.fields['deviceId'] as number | null | undefined) ?? null,
    deviceName: null,
    cardId: (report.fields['cardId'] as number | null | undefined) ?? null,
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
  const receivedProcess = receiveMissing(process, quantity);
  return {
    ...receivedProcess,
    machinable: subtractQuantities(receivedProcess.machinable, quantity),
    inWork: addQuantities(receivedProcess.inWork, quantity),
    state: 'processing',
    open: [...process.open, openReport],
  };
}

function applyEnd<P extends TerminalProcess>(process: P, report: QueuedReport): P {
  const endedReport = process.open.find(({ reportId }) => reportId === report.fields['reportId']);
  if (!endedReport) return process;
  const [good, scrap, rework] = ['good', 'scrap', 'rework'].map((field) => readNumber(report, field));
  const remainingQuantity = subtractQuantities(endedReport.started, addQuantities(good!, scrap!, rework!));
  const openReports = process.open.filter((other) => other !== endedReport);
  const state =
    openReports.length > 0
      ? 'processing'
      : process.good + good! >= process.target
        ? 'completed'
        : 'unfinished';
  if (endedReport.isRework)
    return {
      ...process,
      open: openReports,
      machinable: addQuantities(process.machinable, rework!),
      good: addQuantities(process.good, good!),
      scrap: addQuantities(process.scrap, scrap!),
      reworkOpen: addQuantities(process.reworkOpen, Math.max(0, remainingQuantity)),
      inRework: Math.max(0, subtractQuantities(process.inRework, endedReport.started)),
      state,
    };
  return {
    ...process,
    open: openReports,
    inWork: Math.max(0, subtractQuantities(process.inWork, endedReport.started)),
    machinable: Math.max(0, addQuantities(process.machinable, remainingQuantity)),
    good: addQuantities(process.good, good!),
    scrap: addQuantities(process.scrap, scrap!),
    reworkOpen: addQuantities(process.reworkOpen, rework!),
    state,
  };
}

function applyRecord<P extends TerminalProcess>(process: P, report: QueuedReport): P {
  const [good, scrap] = [readNumber(report, 'good'), readNumber(report, 'scrap')];
  if (report.fields['isRework'] === true)
    return {
      ...process,
      good: addQuantities(process.good, good),
      scrap: addQuantities(process.scrap, scrap),
      reworkOpen: Math.max(0, subtractQuantities(process.reworkOpen, good, scrap)),
    };
  const receivedProcess = receiveMissing(process, addQuantities(good, scrap));
  return {
    ...receivedProcess,
    machinable: subtractQuantities(receivedProcess.machinable, addQuantities(good, scrap)),
    good: addQuantities(process.good, good),
    scrap: addQuantities(process.scrap, scrap),
    state: process.good + good >= process.target ? 'completed' : 'unfinished',
  };
}

function applyReceive<P extends TerminalProcess>(process: P, report: QueuedReport): P {
  const quantity = readNumber(report, 'quantity');
  return {
    ...process,
    received: addQuantities(process.received, quantity),
    machinable: addQuantities(process.machinable, quantity),
  };
}

function applyReport<P extends TerminalProcess>(process: P, report: QueuedReport): P {
  const verb = report.path.split('/').at(-1);
  if (verb === 'start') return applyStart(process, report);
  if (verb === 'finish' || verb === 'unfinished') return applyEnd(process, report);
  if (verb === 'record') return applyRecord(process, report);
  return verb === 'receive' ? applyReceive(process, report) : process;
}

/** Adds the good pieces of each process to the arrived pieces of the next process of the same part. */
function passOnPieces<P extends TerminalProcess>(processes: readonly P[]): P[] {
  return processes.map((process) => {
    const before = processes.filter(({ partId, seq }) => partId === process.partId && seq < process.seq);
    const lastSeq = Math.max(...before.map(({ seq }) => seq));
    const previousProcesses = before.filter(({ seq }) => seq === lastSeq);
    if (previousProcesses.length === 0) return process;
    const arrivedQuantity = Math.min(
      ...previousProcesses.map(({ good, concession }) => addQuantities(good, concession)),
    );
    return { ...process, arrived: Math.max(process.arrived, arrivedQuantity) };
  });
}

/**
 * Applies the reports that wait on this device to the last state that the device received, so that work can continue
 * without a network. The server later accepts or refuses each report.
 * @param processes all or some processes of a part
 */
export function applyQueuedReports<P extends TerminalProcess>(
  processes: readonly P[],
  queued: readonly QueuedReport[],
  employeeId: number | null,
): P[] {
  const processIdsWithReports = new Set(queued.map(({ processId }) => processId));
  if (!processes.some(({ processId }) => processIdsWithReports.has(processId))) return [...processes];
  let changedProcesses = [...processes];
  for (const report of queued)
    changedProcesses = passOnPieces(
      changedProcesses.map((process) =>
        process.processId === report.processId ? applyReport(process, report) : process,
      ),
    );
  return changedProcesses.map((process) => {
    const routing = changedProcesses.filter(({ partId }) => partId === process.partId);
    if (!routing.some(({ processId }) => processIdsWithReports.has(processId))) return process;
    return {
      ...process,
      receivable: calculateReceivableQuantity(process),
      next: findNextStep(process, routing, employeeId),
    };
  });
}

/** Returns the listed processes on which a person is working, including processes that a waiting report has started. */
export function findOwnWork(
  ownProcesses: readonly QueuedProcess[],
  queue: readonly QueuedProcess[],
  employeeId: number | null,
): QueuedProcess[] {
  const isOwnProcess = ({ open }: QueuedProcess) =>
    open.some(({ people }) => people.some((person) => person.employeeId === employeeId));
  const ownProcessIds = new Set(ownProcesses.map(({ processId }) => processId));
  return [...ownProcesses, ...queue.filter((row) => !ownProcessIds.has(row.processId))].filter(isOwnProcess);
}
