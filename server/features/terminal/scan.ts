import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import type { Lang } from '#shared/kernel/lang.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { isOrderReportable } from '#shared/machines/work-order.ts';
import { parseBarcode, type BarcodeType } from '#shared/rules/barcode.ts';
import { calculateCardPlan, findCardPieces, limitToCard, type CardHolding } from '#shared/ledger/cards.ts';
import { findNextStep, type NextStep } from '#shared/ledger/may-begin.ts';
import { isCardLiving, type CardState } from '#shared/machines/card.ts';
import type { TerminalProcess, ScanAnswer } from '#shared/answers/terminal.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import { translateTerm } from '#shared/terms/index.ts';
import type { Db } from '../../db/database.ts';
import { listFollowingCardCodes, loadCardHoldings } from '../../ledger/cards/cards.ts';
import { loadProcessProgress } from '../../ledger/progress.ts';
import { identifyByBadge } from './identify.ts';

/** Adds to each process the next step that a person can take at it. */
export const addNextSteps = (
  processes: readonly ProcessProgress[],
  employeeId: number | null,
): TerminalProcess[] =>
  processes.map((process) => ({ ...process, next: findNextStep(process, processes, employeeId) }));

/**
 * The rank of each next step when a process is chosen: a process to finish comes first, then a
 * process to start, then a process to receive, then one with pieces to rework.
 */
const STEP_RANKS = { finish: 0, start: 1, receive: 2, rework: 3 } as const;
function selectNextProcess(processes: readonly TerminalProcess[]): TerminalProcess | null {
  const candidates = processes.filter((process) => process.next.step !== null);
  return (
    candidates.toSorted((a, b) => STEP_RANKS[a.next.step!] - STEP_RANKS[b.next.step!] || a.seq - b.seq)[0] ??
    null
  );
}

/** Explains why nothing can be reported on a card now. */
function explainWhyCardWaits(lang: Lang, code: string, processes: readonly TerminalProcess[]): string {
  const orderState = processes[0]?.orderState;
  if (orderState && !isOrderReportable(orderState))
    return translateTerm(lang, 'cardWaits', {
      code,
      why: translateTerm(lang, 'orderIs', { state: translateTerm(lang, orderState) }),
    });
  const runningProcess = processes.find((process) => process.open.length > 0);
  if (runningProcess) {
    const name = runningProcess.open
      .flatMap((report) => report.people.map((person) => person.name))
      .join(', ');
    return translateTerm(lang, 'cardWaits', { code, why: translateTerm(lang, 'theirOwn', { name }) });
  }
  const waitingProcess = processes.find((process) => process.next.waitsFor);
  if (waitingProcess)
    return translateTerm(lang, 'cardWaits', {
      code,
      why: translateTerm(lang, 'waitsForProcess', { name: waitingProcess.next.waitsFor!.name }),
    });
  return translateTerm(lang, 'cardFinished', { code });
}

interface FoundCard {
  id: number;
  version: number;
  code: string;
  partId: number;
  quantity: number;
  state: CardState;
}

const NO_STEP: NextStep = { step: null, quantity: 0, waitsFor: null };

/**
 * Limits the quantities of the processes of a part to one of its cards, and adds the next step of each
 * process.
 */
function limitToFoundCard(
  routing: readonly ProcessProgress[],
  cardId: number,
  cards: readonly CardHolding[],
  employeeId: number | null,
): TerminalProcess[] {
  const foundHolding = cards.find(({ id }) => id === cardId);
  if (!foundHolding) return routing.map((process) => ({ ...process, next: NO_STEP }));
  if (cards.length <= 1) return addNextSteps(routing, employeeId);
  const processes = routing.map((process) => ({ ...process, id: process.processId }));
  const limitedProcesses = limitToCard(foundHolding, cards, processes);
  return processes.map((process, index) => {
    const { good, scrap } = findCardPieces(foundHolding, process.id);
    const next = findNextStep(limitedProcesses[index]!, limitedProcesses, employeeId);
    return { ...process, plannedQuantity: calculateCardPlan(foundHolding, process), good, scrap, next };
  });
}

/** Explains that a card has ended, and names the cards that hold its pieces now. */
async function explainEndedCard(db: Db, factoryId: number, lang: Lang, card: FoundCard): Promise<string> {
  const codes = await listFollowingCardCodes(db, factoryId, card.id);
  const { code, state } = card;
  return translateTerm(lang, 'error.cardEnded', {
    code,
    state: translateTerm(lang, state),
    cards: codes.join(', '),
  });
}

async function lookUpCard(db: Db, user: CurrentUser, lang: Lang, code: string): Promise<ScanAnswer | null> {
  const result = await sql<FoundCard>`select id, version, code, part_id, quantity, state from card
    where factory_id = ${user.factoryId} and upper(code) = upper(${code}) and deleted_at is null
    order by code = ${code} desc limit 1`.execute(db);
  const card = result.rows[0];
  if (!card) return null;
  const routing = await loadProcessProgress(db, user.factoryId, { partId: card.partId });
  const cards = await loadCardHoldings(db, user.factoryId, [card.partId]);
  const processes = limitToFoundCard(routing, card.id, cards, user.employeeId);
  const nextProcess = selectNextProcess(processes);
  const why = nextProcess
    ? null
    : isCardLiving(card.state)
      ? explainWhyCardWaits(lang, card.code, processes)
      : await explainEndedCard(db, user.factoryId, lang, card);
  return {
    kind: 'card',
    cardId: card.id,
    version: card.version,
    code: card.code,
    state: card.state,
    quantity: card.quantity,
    otherCards: cards
      .filter(({ id, state }) => id !== card.id && state === 'active')
      .map((otherCard) => ({
        cardId: otherCard.id,
        version: otherCard.version,
        code: otherCard.code,
        quantity: otherCard.quantity,
      })),
    processes,
    processId: nextProcess?.processId ?? null,
    why,
  };
}

/**
 * Refuses a card whose part was combined into another part, and names the cards of the other part.
 * @throws cardEnded
 */
async function refuseCombinedCard(db: Db, factoryId: number, code: string): Promise<void> {
  const { rows } = await sql<{ code: string; cards: string | null }>`with recursive ended as (
      select c.code, t.combined_into_id as part_id from card c
        join part t on t.factory_id = c.factory_id and t.id = c.part_id and t.deleted_at = c.deleted_at
      where c.factory_id = ${factoryId} and upper(c.code) = upper(${code}) and t.combined_into_id is not null
      union all
      select e.code, t.combined_into_id from ended e
        join part t on t.factory_id = ${factoryId} and t.id = e.part_id and t.deleted_at is not null
    )
    select e.code, (select string_agg(c.code, ', ' order by c.code) from card c where c.factory_id = ${factoryId}
      and c.part_id = e.part_id and c.state = 'active' and c.deleted_at is null) as cards
    from ended e`.execute(db);
  const combinedCard = rows.find(({ cards }) => cards !== null);
  if (combinedCard)
    throw makeError('cardEnded', {
      code: combinedCard.code,
      state: markAsTerm('combined'),
      cards: combinedCard.cards,
    });
}

/** Finds a person by badge; null outside a terminal, so that nobody can try badges elsewhere. */
async function lookUpPerson(db: Db, user: CurrentUser, code: string): Promise<ScanAnswer | null> {
  if (!user.terminal) return null;
  const person = await identifyByBadge(db, user, code);
  return person ? { kind: 'person', badge: code, name: person.name } : null;
}

async function lookUpDevice(db: Db, user: CurrentUser, code: string): Promise<ScanAnswer | null> {
  const result = await sql<{ deviceId: number; name: string }>`select id as device_id, name from device
    where factory_id = ${user.factoryId} and upper(code) = upper(${code}) and deleted_at is null limit 1`.execute(
    db,
  );
  const device = result.rows[0];
  return device ? { kind: 'device', ...device } : null;
}

/**
 * Looks up a scanned or typed code: a card with its processes, a person, or a device.
 * @throws barcodeFormat, barcodeOtherFactory, barcodeUnknown, materialScannedAlone, gaugeScannedAlone, notATerminal,
 * loginLocked
 */
export async function lookUpScannedCode(
  db: Db,
  user: CurrentUser,
  lang: Lang,
  text: string,
): Promise<ScanAnswer> {
  const barcode = parseBarcode(text, user.factoryCode);
  if ('problem' in barcode) {
    if (barcode.problem === 'otherFactory')
      throw makeError('barcodeOtherFactory', { factory: barcode.factory });
    throw makeError('barcodeFormat');
  }
  const { code, type } = barcode;
  // Materials are scanned when a report ends, not alone.
  if (type === 'MATERIAL') throw makeError('materialScannedAlone', { code });
  // Gauges are scanned while values of an inspection are entered.
  if (type === 'GAUGE') throw makeError('gaugeScannedAlone', { code });
  const lookUpsByType: Record<
    Exclude<BarcodeType, 'MATERIAL' | 'GAUGE'>,
    () => Promise<ScanAnswer | null>
  > = {
    CARD: () => lookUpCard(db, user, lang, code),
    DEVICE: () => lookUpDevice(db, user, code),
    PERSON: () => lookUpPerson(db, user, code),
  };
  if (type === 'PERSON' && !user.terminal) throw makeError('notATerminal');
  if (type) {
    const answer = await lookUpsByType[type]();
    if (answer) return answer;
  } else {
    // A code without a type can be of any kind, so all kinds are tried. Badges come last, because
    // an unknown badge counts as a failed attempt.
    for (const lookUpCode of Object.values(lookUpsByType)) {
      const answer = await lookUpCode();
      if (answer) return answer;
    }
  }
  if (!type || type === 'CARD') await refuseCombinedCard(db, user.factoryId, code);
  throw makeError('barcodeUnknown', { code });
}
