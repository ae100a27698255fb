import type { ProcessWait, WaitingPlace } from '#shared/ledger/waiting.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import type { Translate } from '#client/kit/words/t.ts';

const describePlace = (
  { seq, name, partId, partName }: WaitingPlace,
  ownPartId: number,
  t: Translate,
): string =>
  partId === ownPartId
    ? t('waitingPlace', { seq, name })
    : t('waitingPlaceOf', { part: partName, seq, name });

/** Reasons of a process that is running or can go on at once. The text does not say that such a process is held up. */
const NON_BLOCKING_REASONS: readonly string[] = ['running', 'start', 'receive'];

/**
 * Describes what a process waits for, such as '等 20 铣削：还差 12 件（卡在 10 车削：待返工）'.
 * @param partId the id of the waiting process's part; processes of other parts are named with the part
 */
export function describeWaiting(waiting: ProcessWait, partId: number, t: Translate): string {
  const quantity = formatNumber(waiting.quantity);
  const { at, root, rootFor, others } = waiting;
  let words = t(`waiting.${waiting.for}`, { quantity, place: at ? describePlace(at, partId, t) : '' });
  if (others > 0) words = t('waitingOthers', { words, count: others });
  const head = root ?? (rootFor !== null && !NON_BLOCKING_REASONS.includes(rootFor) ? at : null);
  return head && rootFor
    ? t('waitingHeldUp', { words, place: describePlace(head, partId, t), why: t(`heldBy.${rootFor}`) })
    : words;
}
