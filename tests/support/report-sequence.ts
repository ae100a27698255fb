import type { Db } from '#server/db/database.ts';
import type { CallFunction } from './floor.ts';
import { beginOutsourcingSteps } from './outsourcing-steps.ts';
import type { SequenceOrder } from './sequence-order.ts';
import type { SequenceStep, StepKind } from './sequence-steps.ts';

/** The functions with which the steps of a sequence call the product. */
export interface SequenceCaller {
  db: Db;
  /** @throws an error with a code if the product refuses the call */
  call: CallFunction;
  /** Returns the error code of a refusal; null for any other error. */
  readRefusal: (error: unknown) => string | null;
  /** Runs a command for several rows as one chunk of a batch. @returns the outcome of each row: 'accepted' or a code */
  runChunk?: (path: string, rows: readonly Record<string, unknown>[]) => Promise<string[]>;
}

/** A run of a sequence. */
export interface SequenceRun {
  /** Runs a step. @returns 'accepted', the error code, or 'skipped' if there is no row for the step */
  runStep: (step: SequenceStep) => Promise<string>;
  /**
   * Reverses all reports and movements, and undoes all edits.
   * @returns whether the order is as it was at the start; false if an added process must stay, because a process that
   * has had reports cannot be deleted
   * @throws if one of the calls is refused for good
   */
  undoEverything: () => Promise<boolean>;
}

/** Picks one of the values; undefined if there are none. The index may exceed the number of values. */
function pickItem<T>(values: Iterable<T>, index: number): T | undefined {
  const list = [...values];
  return list[index % list.length];
}
const makeTwoMinutesAgo = () => new Date(Date.now() - 120_000).toISOString();

/** Begins a run of a sequence on an order that no step has changed. */
export function beginSequenceRun(
  { db, call, readRefusal, runChunk }: SequenceCaller,
  order: SequenceOrder,
  factoryId: number,
): SequenceRun {
  const processIds = [...order.processIds];
  /** The process of each report that is not reversed, in the order of the last entries of the reports. */
  const processByReport = new Map<number, number>();
  /** The number of pieces that each report started. It is kept after the end of the report. */
  const startedByReport = new Map<number, number>();
  const openReportIds = new Set<number>();
  const suspendedIds = new Set<number>();
  const deletedIds = new Set<number>();
  const changedIds = new Set<number>();
  const reportedIds = new Set<number>();
  let lastOrderEvent = 'release';
  let lastPosted = 0;
  const outsourcing = beginOutsourcingSteps(call, order.supplierId);

  const loadProcesses = () =>
    db
      .selectFrom('process')
      .select(['id', 'version', 'deletedAt', 'machinable', 'arrived', 'received', 'plannedQuantity'])
      .where('factoryId', '=', factoryId)
      .where('id', 'in', processIds)
      .orderBy('id')
      .execute();
  const moveOrder = async (event: string) => {
    const { version } = await db
      .selectFrom('workOrder')
      .select('version')
      .where('factoryId', '=', factoryId)
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow();
    await call(`/mes/order/${event}`, { id: order.id, version });
    lastOrderEvent = event;
  };
  const saveProcess = async (id: number, fields: { seq?: number; plannedQuantity?: number }) => {
    const { version } = (await loadProcesses()).find((process) => process.id === id)!;
    await call('/mes/process/save', { id, version, ...fields });
    changedIds.add(id);
  };
  /** A running number for each report and each outsourcing movement: the order in which they last posted entries. */
  const postingNumbers = new Map<number, number>();
  const recordPosting = (id: number) => postingNumbers.set(id, (lastPosted += 1));
  const recordMovements = () => {
    for (const id of outsourcing.movementIds.keys()) if (!postingNumbers.has(id)) recordPosting(id);
  };
  const setOpen = (reportId: number, isOpen: boolean) =>
    isOpen ? openReportIds.add(reportId) : openReportIds.delete(reportId);
  /** Records that a report has posted entries. A report that is not open is closed. */
  const recordReport = (reportId: number, processId: number, isOpen = false) => {
    processByReport.delete(reportId);
    processByReport.set(reportId, processId);
    reportedIds.add(processId);
    recordPosting(reportId);
    setOpen(reportId, isOpen);
  };
  const noteReversal = (reportId: number) => {
    processByReport.delete(reportId);
    setOpen(reportId, false);
  };
  const reverse = async (reportId: number) => {
    await call('/mes/report/reverse', { reportId, reason: 'tried' });
    noteReversal(reportId);
  };
  const resume = async (processId: number) => {
    await call('/mes/process/resume', { processId });
    suspendedIds.delete(processId);
  };
  /** Loads the processes, each with the number of pieces that a report could take. */
  const loadSupplied = async (verb: 'receive' | 'start' | 'record') =>
    (await loadProcesses()).map(({ deletedAt, machinable, received, ...process }) => ({
      ...process,
      available:
        deletedAt !== null
          ? 0
          : Math.max(0, process.arrived - received) + (verb === 'receive' ? 0 : machinable),
    }));
  type SuppliedProcess = Awaited<ReturnType<typeof loadSupplied>>[number];
  /** Picks one of the processes that have pieces. If none has pieces, picks one of all processes. */
  const pickSupplied = (processes: SuppliedProcess[], step: SequenceStep): SuppliedProcess => {
    const suppliedProcesses = processes
      .filter(({ available }) => available > 0)
      .sort((a, b) => a.arrived - b.arrived);
    return pickItem(suppliedProcesses.length > 0 ? suppliedProcesses : processes, step.process)!;
  };
  /**
   * Calls the server for a new report. Prefers processes that have pieces for the report, and among them the last
   * processes, because few pieces get so far. Reports at most the available pieces, but never reduces a quantity of 5.
   */
  const makeReport = async (
    verb: 'receive' | 'start' | 'record',
    step: SequenceStep,
    makeFields: (quantity: number) => Record<string, unknown>,
  ) => {
    const process = pickSupplied(await loadSupplied(verb), step);
    const quantity = step.quantity === 5 ? 5 : Math.min(step.quantity, process.available || 1);
    const fields = { processId: process.id, ...makeFields(quantity) };
    const { reportId } = await call<{ reportId: number }>(`/mes/report/${verb}`, fields);
    recordReport(reportId, process.id, verb === 'start');
    startedByReport.set(reportId, quantity);
  };

  /** The calls of the steps. A call returns false if there is no row for the step. */
  const callByKind: Record<StepKind, (step: SequenceStep, processId: number) => Promise<boolean | void>> = {
    receive: (step) => makeReport('receive', step, (quantity) => ({ quantity })),
    start: (step) =>
      makeReport('start', step, (quantity) => ({ quantity, phase: step.phase, at: makeTwoMinutesAgo() })),
    record: (step) =>
      makeReport('record', step, (quantity) => {
        const { phase, scrap, rework } = step;
        return { phase, good: Math.max(0, quantity - scrap - rework), scrap, rework, minutes: 1 };
      }),
    finish: closeOpenReport,
    unfinished: closeOpenReport,
    reverse: async (step) => {
      const reportId = pickItem(processByReport.keys(), step.report);
      if (reportId === undefined) return false;
      await reverse(reportId);
    },
    undo: async (step) => {
      const reportId = pickItem(processByReport.keys(), step.report);
      if (reportId === undefined) return false;
      const fields = { reportId, reopen: step.seq >= 15 };
      const answer = await call<{ reportId: number | null }>('/mes/report/undo', fields);
      const processId = processByReport.get(reportId)!;
      noteReversal(reportId);
      if (answer.reportId === null) return;
      recordReport(answer.reportId, processId, true);
      startedByReport.set(answer.reportId, startedByReport.get(reportId)!);
    },
    suspend: async (_, processId) => {
      const seenReportIds = [...openReportIds].filter((id) => processByReport.get(id) === processId);
      await call('/mes/process/suspend', { processId, reason: 'tried', seenReportIds });
      for (const reportId of seenReportIds) recordReport(reportId, processId);
      suspendedIds.add(processId);
    },
    resume: async (step) => {
      const processId = pickItem(suspendedIds, step.process);
      if (processId === undefined) return false;
      await resume(processId);
    },
    suspendOrder: () => moveOrder('suspend'),
    resumeOrder: async () => (lastOrderEvent === 'suspend' ? moveOrder('resume') : false),
    closeOrder: () => moveOrder('close'),
    reopenOrder: async () => (lastOrderEvent === 'close' ? moveOrder('reopen') : false),
    changePlan: ({ quantity }, processId) => saveProcess(processId, { plannedQuantity: quantity }),
    moveProcess: ({ seq }, processId) => saveProcess(processId, { seq }),
    addProcess: async (step) => {
      const fields = {
        partId: pickItem(order.partIds, step.report)!,
        seq: step.seq,
        craftId: order.craftId,
      };
      processIds.push((await call<{ id: number }>('/mes/process/save', fields)).id);
    },
    outsource: async (step) => {
      const process = pickSupplied(await loadSupplied('start'), step);
      const quantity = Math.min(step.quantity, process.available || 1);
      await outsourcing.send(process.id, process.plannedQuantity, quantity);
      reportedIds.add(process.id);
    },
    takeIn: (step) => outsourcing.takeIn(step),
    reverseMovement: (step) => outsourcing.reverse(step.report),
    deleteProcess: async (_, processId) => {
      await call('/mes/process/delete', { ids: [processId] });
      deletedIds.add(processId);
    },
  };

  /** Ends an open report. If no report is open, starts a report, so that few steps are skipped. */
  async function closeOpenReport(step: SequenceStep) {
    const { kind, quantity, scrap, rework } = step;
    const reportId = pickItem(openReportIds, step.report);
    if (reportId === undefined) return callByKind.start({ ...step, kind: 'start' }, 0);
    const remainingQuantity = Math.max(0, startedByReport.get(reportId)! - scrap - rework);
    // A quantity of 5 is more than was started.
    const good = quantity === 5 ? remainingQuantity + 1 : Math.min(quantity, remainingQuantity);
    await call(`/mes/report/${kind}`, { reportId, good, scrap, rework });
    recordReport(reportId, processByReport.get(reportId)!);
  }

  /** Reverses reports, together if the caller can. */
  async function reverseReports(reportIds: readonly number[], recordError: (error: unknown) => void) {
    if (reportIds.length === 0) return;
    if (!runChunk) {
      for (const reportId of reportIds) await reverse(reportId).catch(recordError);
      return;
    }
    const rows = reportIds.map((reportId) => ({ reportId, reason: 'tried' }));
    for (const [index, outcome] of (await runChunk('/mes/report/reverse', rows)).entries())
      if (outcome === 'accepted') noteReversal(reportIds[index]!);
      else recordError(new Error(outcome));
  }

  /** Reverses the reports and movements, the latest first. If their pieces are still in use, it retries later. */
  async function reverseAll(): Promise<void> {
    const countPostings = () => processByReport.size + outsourcing.movementIds.size;
    while (countPostings() > 0) {
      const postedCount = countPostings();
      let lastError: unknown;
      const recordError = (error: unknown) => (lastError = error);
      const latestFirst = [...processByReport.keys(), ...outsourcing.movementIds.keys()].sort(
        (a, b) => postingNumbers.get(b)! - postingNumbers.get(a)!,
      );
      let reportIds: number[] = [];
      for (const id of latestFirst) {
        if (!outsourcing.movementIds.has(id)) {
          reportIds.push(id);
          continue;
        }
        await reverseReports(reportIds, recordError);
        reportIds = [];
        await outsourcing.reverseMovement(id).catch(recordError);
      }
      await reverseReports(reportIds, recordError);
      if (countPostings() === postedCount) throw lastError;
    }
    await outsourcing.cancelAll();
  }

  async function undoEdits(): Promise<boolean> {
    let hasUndoneAll = true;
    for (const { id, deletedAt } of await loadProcesses()) {
      const isOriginal = order.processIds.includes(id);
      if (isOriginal && deletedAt !== null) {
        await call('/mes/system/deleted/restore', { rows: [{ entity: 'process', id }] });
        if (suspendedIds.has(id)) await resume(id);
      }
      if (isOriginal || deletedAt !== null) continue;
      if (reportedIds.has(id)) hasUndoneAll = false;
      else await call('/mes/process/delete', { ids: [id] });
    }
    for (const id of order.processIds) if (changedIds.has(id)) await saveProcess(id, order.settings.get(id)!);
    return hasUndoneAll;
  }

  return {
    runStep: async (step) => {
      try {
        const answer = await callByKind[step.kind](step, pickItem(processIds, step.process)!);
        recordMovements();
        return answer === false ? 'skipped' : 'accepted';
      } catch (error) {
        const code = readRefusal(error);
        if (code === null || code === 'internal') throw error;
        return code;
      }
    },
    undoEverything: async () => {
      if (lastOrderEvent === 'close') await moveOrder('reopen');
      if (lastOrderEvent === 'suspend') await moveOrder('resume');
      for (const processId of suspendedIds) if (!deletedIds.has(processId)) await resume(processId);
      await reverseAll();
      return undoEdits();
    },
  };
}
