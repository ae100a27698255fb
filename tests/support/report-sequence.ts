import { getIsoTimeAgo } from './floor.ts';
import { beginLossSteps, makeReworkFields } from './loss-steps.ts';
import { beginOrderEdits } from './order-edits.ts';
import { beginOutsourcingSteps } from './outsourcing-steps.ts';
import { pickItem, pickSupplied } from './pick-supplied.ts';
import { reverseAll } from './reverse-all.ts';
import type { SequenceCaller } from './sequence-caller.ts';
import type { SequenceOrder } from './sequence-order.ts';
import type { SequenceStep, StepKind } from './sequence-steps.ts';

/** A run of a sequence. */
export interface SequenceRun {
  /** Runs a step. @returns 'accepted', the error code, or 'skipped' if there is no row for the step */
  runStep: (step: SequenceStep) => Promise<string>;
  /**
   * Reverses all reports, movements, answers and receipts, and undoes all edits.
   * @returns whether the order is as it was at the start; false if an added process must stay, because a process that
   * has had reports cannot be deleted
   * @throws if one of the calls is refused for good
   */
  undoEverything: () => Promise<boolean>;
}

/** More pieces than any sequence plans. */
const ENOUGH_PIECES = 1000;

/** Begins a run of a sequence on an order that no step has changed. */
export function beginSequenceRun(
  { db, call, readRefusal, runChunk }: SequenceCaller,
  order: SequenceOrder,
  factoryId: number,
): SequenceRun {
  const processIds = [...order.processIds];
  /** The process of each report that is not reversed, in the order in which the reports last posted entries. */
  const processByReport = new Map<number, number>();
  /** The number of pieces that each report started. It is kept after the end of the report. */
  const startedByReport = new Map<number, number>();
  const openReportIds = new Set<number>();
  const suspendedIds = new Set<number>();
  const deletedIds = new Set<number>();
  const reportedIds = new Set<number>();
  let lastPostingNumber = 0;
  const { changedIds, getLastEvent, loadProcesses, moveOrder, saveProcess } = beginOrderEdits(
    { db, call },
    order,
    factoryId,
    processIds,
  );
  const outsourcing = beginOutsourcingSteps(call, order.supplierId);
  const losses = beginLossSteps({ db, call }, factoryId);

  /** The running number of the last posting of each report, outsourcing movement, answer and receipt. */
  const postingNumbers = new Map<number, number>();
  const recordPosting = (id: number) => postingNumbers.set(id, (lastPostingNumber += 1));
  const recordMovements = () => {
    for (const id of [...outsourcing.movementIds.keys(), ...losses.ids])
      if (!postingNumbers.has(id)) recordPosting(id);
  };
  const setOpen = (reportId: number, isOpen: boolean) =>
    isOpen ? openReportIds.add(reportId) : openReportIds.delete(reportId);
  /** Records that a report has posted entries, and whether the report is open now. */
  const recordReport = (reportId: number, processId: number, isOpen = false) => {
    processByReport.delete(reportId);
    processByReport.set(reportId, processId);
    reportedIds.add(processId);
    recordPosting(reportId);
    setOpen(reportId, isOpen);
  };
  const recordReversal = (reportId: number) => {
    processByReport.delete(reportId);
    setOpen(reportId, false);
  };
  const reverse = async (reportId: number) => {
    await call('/mes/report/reverse', { reportId, reason: 'tried' });
    recordReversal(reportId);
  };
  const resume = async (processId: number) => {
    await call('/mes/process/resume', { processId });
    suspendedIds.delete(processId);
  };
  /**
   * Makes a new report. It prefers processes that have pieces for the report, and among them the last
   * processes, because few pieces get so far. The quantity is limited to the pieces of the process, except a
   * quantity of 5, which may be too large.
   */
  const makeReport = async (
    verb: 'receive' | 'start' | 'record',
    step: SequenceStep,
    makeFields: (quantity: number) => Record<string, unknown>,
  ) => {
    const process = pickSupplied(await loadProcesses(), verb, step);
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
      makeReport('start', step, (quantity) => ({ quantity, phase: step.phase, at: getIsoTimeAgo(2) })),
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
      recordReversal(reportId);
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
    resumeOrder: async () => (getLastEvent() === 'suspend' ? moveOrder('resume') : false),
    closeOrder: () => moveOrder('close'),
    reopenOrder: async () => (getLastEvent() === 'close' ? moveOrder('reopen') : false),
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
      const process = pickSupplied(await loadProcesses(), 'start', step);
      const quantity = Math.min(step.quantity, process.available || 1);
      // A process of an outsourcing order cannot be deleted, even if nothing was sent.
      reportedIds.add(process.id);
      await outsourcing.send(process.id, process.plannedQuantity, quantity);
    },
    takeIn: (step) => outsourcing.takeInPieces(step),
    reverseMovement: (step) => outsourcing.reverse(step.report),
    startRework: (step) => reworkPieces('start', step),
    recordRework: (step) => reworkPieces('record', step),
    answerScrap: async (step) =>
      (await losses.answerScrap(step, processIds)) ?? makePieces(step, { scrap: 1 }),
    takeAnswerBack: (step) => losses.takeAnswerBack(step.report),
    putInWarehouse: async (step) =>
      (await losses.putInWarehouse(step, order.partIds)) ?? makePieces(step, {}),
    reverseReceipt: (step) => losses.reverseReceipt(step.report),
    deleteProcess: async (_, processId) => {
      await call('/mes/process/delete', { ids: [processId] });
      deletedIds.add(processId);
    },
  };

  /** Makes pieces that a later step can use, because otherwise only few steps of a sequence would find pieces. */
  async function makePieces(step: SequenceStep, bad: { scrap?: 1; rework?: 1 }): Promise<false> {
    const piecesStep = { ...step, quantity: 2, scrap: 0, rework: 0, phase: 'run' as const, ...bad };
    await callByKind[step.seq > 10 ? 'receive' : 'record'](piecesStep, 0);
    return false;
  }

  /** Reworks pieces of a process that has pieces to rework. If there is no such process, makes such pieces. */
  async function reworkPieces(verb: 'start' | 'record', step: SequenceStep) {
    const waiting = (await loadProcesses()).filter(({ reworkOpen }) => reworkOpen > 0);
    const process = pickItem(waiting, step.process);
    if (!process) return makePieces(step, { rework: 1 });
    const { quantity, fields } = makeReworkFields(verb, step, process.reworkOpen);
    const path = `/mes/report/${verb}`;
    const { reportId } = await call<{ reportId: number }>(path, { processId: process.id, ...fields });
    recordReport(reportId, process.id, verb === 'start');
    startedByReport.set(reportId, quantity);
  }

  /** Ends an open report. If no report is open, starts a report, so that few steps are skipped. */
  async function closeOpenReport(step: SequenceStep) {
    const { kind, quantity, scrap, rework } = step;
    const reportId = pickItem(openReportIds, step.report);
    if (reportId === undefined) return callByKind.start({ ...step, kind: 'start' }, 0);
    const remainingPieces = Math.max(0, startedByReport.get(reportId)! - scrap - rework);
    // A quantity of 5 is more than was started.
    const good = quantity === 5 ? remainingPieces + 1 : Math.min(quantity, remainingPieces);
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
      if (outcome === 'accepted') recordReversal(reportIds[index]!);
      else recordError(new Error(outcome));
  }

  /** Lists everything that was posted and is not reversed, the latest first. */
  const listPostedIds = (): number[] =>
    [...processByReport.keys(), ...outsourcing.movementIds.keys(), ...losses.ids].sort(
      (a, b) => postingNumbers.get(b)! - postingNumbers.get(a)!,
    );

  const restoreProcess = async (id: number) => {
    await call('/mes/system/deleted/restore', { rows: [{ entity: 'process', id }] });
    deletedIds.delete(id);
    if (suspendedIds.has(id)) await resume(id);
  };

  async function undoEdits(): Promise<boolean> {
    let hasUndoneAll = true;
    for (const { id, deletedAt } of await loadProcesses()) {
      const isOriginal = order.processIds.includes(id);
      if (isOriginal && deletedAt !== null) await restoreProcess(id);
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
      if (getLastEvent() === 'close') await moveOrder('reopen');
      if (getLastEvent() === 'suspend') await moveOrder('resume');
      for (const processId of suspendedIds) if (!deletedIds.has(processId)) await resume(processId);
      // An answer to scrap can be taken back only if the plans still contain the pieces that it added. So the changed
      // plans are raised. At the end, the original plans are restored.
      if (losses.ids.size > 0)
        for (const id of changedIds)
          if (!deletedIds.has(id)) await saveProcess(id, { plannedQuantity: ENOUGH_PIECES });
      await reverseAll({
        listPostedIds,
        isReport: (id) => processByReport.has(id),
        reverseReports,
        reverseOther: (id) => (losses.ids.has(id) ? losses.undo(id) : outsourcing.reverseMovement(id)),
      });
      await outsourcing.cancelAll();
      return undoEdits();
    },
  };
}
