import { LOSS_ANSWERS } from '#shared/ledger/answer-loss.ts';
import type { Db } from '#server/db/database.ts';
import { getIsoTimeAgo, type CallFunction } from './floor.ts';
import type { SequenceStep } from './sequence-steps.ts';

/** The steps of a random sequence that answer scrap and put pieces into the warehouse. */
interface LossSteps {
  /** Answers scrap. @returns true; null if no process has scrap without an answer */
  answerScrap: (step: SequenceStep, processIds: readonly number[]) => Promise<true | null>;
  /** Takes one of the answers back. @returns false if there is no answer */
  takeAnswerBack: (index: number) => Promise<boolean>;
  /** Puts pieces into the warehouse. @returns null if no part has finished pieces */
  putInWarehouse: (step: SequenceStep, partIds: readonly number[]) => Promise<true | null>;
  /** Reverses one of the receipts. @returns false if there is no receipt */
  reverseReceipt: (index: number) => Promise<boolean>;
  /** The ids of the answers and receipts that are not reversed. */
  ids: ReadonlySet<number>;
  /** Takes an answer or a receipt back. */
  undo: (id: number) => Promise<void>;
}

/** Makes the steps that answer scrap and put pieces into the warehouse, for one run of a sequence. */
export function beginLossSteps({ db, call }: { db: Db; call: CallFunction }, factoryId: number): LossSteps {
  const ids = new Set<number>();
  const answerIds = new Set<number>();
  const undo = async (id: number) => {
    if (answerIds.has(id)) await call('/mes/process/loss/reverse', { answerId: id, reason: 'tried' });
    else await call('/mes/warehouse/reverse', { receiptId: id, reason: 'tried' });
    ids.delete(id);
  };
  const undoOneOf = async (candidates: readonly number[], index: number) => {
    const id = candidates[index % candidates.length];
    if (id === undefined) return false;
    await undo(id);
    return true;
  };
  return {
    ids,
    undo,
    answerScrap: async ({ process, seq, quantity }, processIds) => {
      const processesWithScrap = await db
        .selectFrom('process')
        .select(['id', 'scrap', 'acceptedLoss'])
        .where('factoryId', '=', factoryId)
        .where('id', 'in', [...processIds])
        .where('deletedAt', 'is', null)
        .where('scrap', '>', 0)
        .orderBy('id')
        .execute();
      const chosen = processesWithScrap[process % processesWithScrap.length];
      if (!chosen) return null;
      const unanswered = (chosen.scrap ?? 0) - (chosen.acceptedLoss ?? 0);
      const { answerId } = await call<{ answerId: number }>('/mes/process/loss/answer', {
        processId: chosen.id,
        answer: LOSS_ANSWERS[seq % LOSS_ANSWERS.length],
        // A quantity of 5 is more than was scrapped.
        quantity: quantity === 5 ? 5 : Math.min(quantity, unanswered || 1),
        reason: 'tried',
      });
      ids.add(answerId);
      answerIds.add(answerId);
      return true;
    },
    takeAnswerBack: (index) =>
      undoOneOf(
        [...ids].filter((id) => answerIds.has(id)),
        index,
      ),
    putInWarehouse: async ({ report, quantity }, partIds) => {
      const parts = await Promise.all(
        partIds.map(async (partId) => ({
          partId,
          ...(await call<{ waiting: number }>('/mes/warehouse/part', { partId })),
        })),
      );
      const partsWithFinishedPieces = parts.filter(({ waiting }) => waiting > 0);
      const chosen = partsWithFinishedPieces[report % partsWithFinishedPieces.length];
      if (!chosen) return null;
      const { partId, waiting } = chosen;
      const { receiptId } = await call<{ receiptId: number }>('/mes/warehouse/receive', {
        partId,
        // A quantity of 5 is more than is finished.
        quantity: quantity === 5 ? 5 : Math.min(quantity, waiting),
      });
      ids.add(receiptId);
      return true;
    },
    reverseReceipt: (index) =>
      undoOneOf(
        [...ids].filter((id) => !answerIds.has(id)),
        index,
      ),
  };
}

/** Makes the fields of a report of rework. A quantity of 5 is too large, because fewer pieces wait for rework. */
export function makeReworkFields(
  verb: 'start' | 'record',
  step: SequenceStep,
  waiting: number,
): { quantity: number; fields: Record<string, unknown> } {
  const quantity = step.quantity === 5 ? 5 : Math.min(step.quantity, waiting);
  const kind = step.scrap > 0 ? 'scrap' : step.rework > 0 ? 'rework' : 'good';
  const fields = verb === 'start' ? { quantity, at: getIsoTimeAgo(2) } : { [kind]: quantity, minutes: 1 };
  return { quantity, fields: { ...fields, isRework: true } };
}
