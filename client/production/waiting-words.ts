import type { Waiting, WaitingPlace } from '#shared/ledger/waiting.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import type { Translate } from '#client/kit/words/t.ts';

const placeWords = ({ seq, name, partId, partName }: WaitingPlace, ownPartId: number, t: Translate): string =>
  partId === ownPartId
    ? t('waitingPlace', { seq, name })
    : t('waitingPlaceOf', { part: partName, seq, name });

/** Somebody is at it, or could be at once: nothing that holds anybody up. */
const FLOWS: readonly string[] = ['running', 'start', 'receive'];

/**
 * What a process waits for, as a planner says it: '等 20 铣削：还差 12 件（卡在 10 车削：待返工）'.
 * @param partId its own part: a process of another one is named with its part
 */
export function waitingWords(waiting: Waiting, partId: number, t: Translate): string {
  const quantity = formatNumber(waiting.quantity);
  const { at, root, rootFor, others } = waiting;
  let words = t(`waiting.${waiting.for}`, { quantity, place: at ? placeWords(at, partId, t) : '' });
  if (others > 0) words = t('waitingOthers', { words, count: others });
  const head = root ?? (rootFor !== null && !FLOWS.includes(rootFor) ? at : null);
  return head && rootFor
    ? t('waitingHeldUp', { words, place: placeWords(head, partId, t), why: t(`heldBy.${rootFor}`) })
    : words;
}
