import type { ProcessWait, ProcessIdentity } from '#shared/ledger/waiting.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import type { Translate } from '#client/kit/words/t.ts';

const formatProcessName = (
  { seq, name, partId, partName }: ProcessIdentity,
  ownPartId: number,
  t: Translate,
): string =>
  partId === ownPartId
    ? t('waitingPlace', { seq, name })
    : t('waitingPlaceOf', { part: partName, seq, name });

/** The reasons that hold nothing up: an awaited process with such a reason is running or can go on at once. */
const NON_BLOCKING_REASONS: readonly string[] = ['running', 'start', 'receive'];

/**
 * Describes what a process waits for, such as 'Waiting for 12 pcs from 20 Milling (held up at 10 Turning: to
 * be reworked)'.
 * @param partId the id of the waiting process's part; processes of other parts are named with their part
 */
export function describeWaiting(waiting: ProcessWait, partId: number, t: Translate): string {
  const quantity = formatNumber(waiting.quantity);
  const { at, root, rootFor, others } = waiting;
  let text = t(`waiting.${waiting.for}`, { quantity, place: at ? formatProcessName(at, partId, t) : '' });
  if (others > 0) text = t('waitingOthers', { words: text, count: others });
  const blockingProcess = root ?? (rootFor !== null && !NON_BLOCKING_REASONS.includes(rootFor) ? at : null);
  return blockingProcess && rootFor
    ? t('waitingHeldUp', {
        words: text,
        place: formatProcessName(blockingProcess, partId, t),
        why: t(`heldBy.${rootFor}`),
      })
    : text;
}
