import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { getBatchPath, type BatchAnswer } from '#shared/answers/batch.ts';
import type { QueuedProcess } from '#shared/answers/terminal.ts';
import { describeRefusal, type BatchResult } from '#client/crud/batch/use-batch.ts';
import { useSendOnce } from '#client/kit/forms/use-send-once.ts';
import { send } from '#client/kit/wire/call.ts';
import { makeRequestId } from '#client/kit/wire/request-id.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import type { IdentifiedPerson } from '../identified-people.ts';
import { undoableReport } from '../undo-bar-state.ts';

/** A process of a batch, with the quantity to report. */
export interface BatchLine {
  readonly process: QueuedProcess;
  readonly quantity: number;
}

type BatchStep = 'receive' | 'start' | 'finish';

/** Returns the id of the report that a person has open at a process. */
const findOpenReportId = (process: QueuedProcess, employeeId: number): number | undefined =>
  process.open.find(({ people }) => people.some((person) => person.employeeId === employeeId))?.reportId;

/** Reports many processes by one call, and keeps the outcome of each process if one was refused. */
export function useBatchReport(worker: IdentifiedPerson) {
  const client = useQueryClient();
  const { busy, sendOnce } = useSendOnce();
  const [result, setResult] = useState<BatchResult | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  // What was refused can be sent again as a part of the same batch.
  const batchId = useRef(makeRequestId());

  /** @returns the ids of the refused processes; null if the whole batch was refused, which `problem` explains */
  const report = async (
    step: BatchStep,
    verb: string,
    lines: readonly BatchLine[],
    deviceId: number | null,
  ): Promise<ReadonlySet<number> | null> => {
    // The server gives all rows one time. A time of this browser would make a repeated call another call.
    const rows = lines.map(({ process, quantity }) => {
      const { processId, cardId } = process;
      if (step === 'receive') return { id: processId, processId, cardId, quantity };
      if (step === 'start')
        return {
          id: processId,
          processId,
          cardId,
          quantity,
          deviceId,
          source: 'kiosk',
          batchId: batchId.current,
        };
      const reportId = findOpenReportId(process, worker.employeeId);
      return { id: reportId, reportId, good: quantity };
    });
    setProblem(null);
    const path = getBatchPath(`/mes/report/${step}`);
    const answer = await sendOnce<BatchAnswer | null>(
      [path, lines.map(({ process, quantity }) => [process.processId, quantity])],
      (id) => send<BatchAnswer>(path, { rows: JSON.stringify(rows) }, { id, workerToken: worker.token }),
      (error) => {
        setProblem(error.message);
        return null;
      },
    );
    for (const name of ['process', 'workReport'] as const)
      void client.invalidateQueries({ queryKey: queryKeys.entity(name) });
    if (!answer) return null;
    const verdicts = answer.rows.map(({ answer: rowAnswer }, index) => {
      const { process } = lines[index]!;
      const { success, ...refusal } = rowAnswer;
      return {
        id: process.processId,
        name: `${process.partName} · ${process.cardCode}`,
        refusal: success ? null : describeRefusal(refusal as Parameters<typeof describeRefusal>[0]),
      };
    });
    const reportIds = answer.rows.flatMap(({ answer: row }) =>
      row.success ? [(row.data as { reportId: number }).reportId] : [],
    );
    if (reportIds.length > 0)
      undoableReport.offer({
        reportIds,
        processId: lines[0]!.process.processId,
        worker,
        messageTerm: 'batchDone',
        messageParams: { verb, count: reportIds.length },
        quantity: reportIds.length,
        reopen: step === 'finish',
      });
    const refusedIds = new Set(verdicts.filter(({ refusal }) => refusal !== null).map(({ id }) => id));
    if (refusedIds.size > 0) setResult({ verb, verdicts });
    else batchId.current = makeRequestId();
    return refusedIds;
  };
  return { busy, problem, result, closeResult: () => setResult(null), report };
}
