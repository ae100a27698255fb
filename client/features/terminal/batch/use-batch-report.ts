import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { QueuedProcess } from '#shared/answers/terminal.ts';
import { useBatchSender } from '#client/crud/batch/use-batch-sender.ts';
import { makeRequestId } from '#client/kit/wire/request-id.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { findOwnReport } from '#client/production/reporting/batch-choice.ts';
import type { IdentifiedPerson } from '../people/identified-people.ts';
import { undoableReport } from '../undo-bar-state.ts';

/** A process of a batch, with the quantity to report. */
export interface BatchLine {
  readonly process: QueuedProcess;
  readonly quantity: number;
}

type BatchStep = 'receive' | 'start' | 'rework' | 'finish';

/** Reports many processes in one call, and stores the outcome of each process if a process was refused. */
export function useBatchReport(worker: IdentifiedPerson) {
  const client = useQueryClient();
  const { busy, problem, result, closeResult, sendLines } = useBatchSender(worker.token);
  // The id stays the same while refused processes can be sent again. They then belong to the same batch.
  const batchId = useRef(makeRequestId());

  /** @returns the ids of the refused processes; null if the whole batch was refused, which `problem` explains */
  const reportBatch = async (
    step: BatchStep,
    verb: string,
    lines: readonly BatchLine[],
    deviceId: number | null,
  ): Promise<ReadonlySet<number> | null> => {
    // The rows contain no time, because a repeated call must have the same fields. The server sets one time for all
    // rows.
    const rows = lines.map(({ process, quantity }) => {
      const { processId, cardId } = process;
      const row = { rowId: processId, id: processId, name: `${process.partName} · ${process.cardCode}` };
      if (step === 'receive') return { ...row, values: { processId, cardId, quantity } };
      if (step === 'start' || step === 'rework')
        return {
          ...row,
          values: {
            processId,
            cardId,
            quantity,
            deviceId,
            isRework: step === 'rework',
            source: 'kiosk',
            batchId: batchId.current,
          },
        };
      const reportId = findOwnReport(process, worker.employeeId)?.reportId ?? 0;
      return { ...row, rowId: reportId, values: { reportId, good: quantity } };
    });
    const path = `/mes/report/${step === 'rework' ? 'start' : step}`;
    const outcome = await sendLines<{ reportId: number }>(path, verb, rows);
    for (const name of ['process', 'workReport'] as const)
      void client.invalidateQueries({ queryKey: queryKeys.entity(name) });
    if (!outcome) return null;
    const reportIds = outcome.answers.map(({ reportId }) => reportId);
    if (reportIds.length > 0)
      undoableReport.offer({
        reportIds,
        processId: lines[0]!.process.processId,
        worker,
        messageTerm: 'batchDone',
        messageParams: { verb, count: reportIds.length },
        quantity: reportIds.length,
        reopensReports: step === 'finish',
      });
    if (outcome.refusedIds.size === 0) batchId.current = makeRequestId();
    return outcome.refusedIds;
  };
  return { busy, problem, result, closeResult, report: reportBatch };
}
