import type { BatchRun } from '#shared/answers/batch.ts';
import { MAX_BATCH_RUN_ROWS } from '#shared/answers/batch.ts';
import type { FoundRow } from '#shared/quality/recall-rows.ts';
import { beginBatchRun, fetchVerdicts, waitForBatchRun } from '#client/crud/batch/batch-runs.ts';
import { describeRefusal } from '#client/crud/batch/use-batch-sender.ts';

/** A found row, with the quantity of its pieces that is to be held. */
export interface RowToHold {
  row: FoundRow;
  quantity: number;
}

/** The verdict on one row: the exception that holds its pieces, or the reason why no exception holds them. */
export interface HoldVerdict extends RowToHold {
  exception: { id: number; code: string } | null;
  refusal: string | null;
}

/** The maximum number of rows in one batch. */
export const MAX_HELD_ROWS = MAX_BATCH_RUN_ROWS;

/**
 * Raises an exception for each row, in the background of the server.
 * @param reason the defect class and the description of all exceptions
 * @param requestId a repeated call with the same id finds the batch that has already begun
 * @throws CallError if the whole batch is refused
 */
export async function holdPieces(
  rows: readonly RowToHold[],
  reason: { errorClassId: number | null; description: string },
  requestId: string,
  onProgress: (run: BatchRun) => void,
): Promise<HoldVerdict[]> {
  const batchRows = rows.map(({ row: { hold, cardId }, quantity }, index) => ({
    id: index + 1,
    ...hold,
    quantity,
    cardId,
    ...reason,
  }));
  const runId = await beginBatchRun('/mes/quality/raise', batchRows, requestId);
  await waitForBatchRun(runId, onProgress);
  const verdicts = new Map((await fetchVerdicts(runId)).map(({ id, answer }) => [id, answer]));
  return rows.map((heldRow, index): HoldVerdict => {
    const answer = verdicts.get(index + 1);
    return answer?.success
      ? { ...heldRow, exception: answer.data as { id: number; code: string }, refusal: null }
      : { ...heldRow, exception: null, refusal: answer ? describeRefusal(answer) : '' };
  });
}
