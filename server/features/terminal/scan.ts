import { sql } from 'kysely';
import { fail } from '#shared/kernel/errors.ts';
import type { Lang } from '#shared/kernel/lang.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { isReportable } from '#shared/machines/work-order.ts';
import { readBarcode, type BarcodeType } from '#shared/rules/barcode.ts';
import { nextStep } from '#shared/ledger/may-begin.ts';
import type { FloorProcess, ScanAnswer } from '#shared/answers/terminal.ts';
import { term } from '#shared/terms/index.ts';
import type { Db } from '../../db/database.ts';
import { progress } from '../../ledger/progress.ts';

/** Processes with what somebody can do next at each. */
export const withNext = (processes: readonly ProcessProgress[], employeeId: number | null): FloorProcess[] =>
  processes.map((process) => ({ ...process, next: nextStep(process, processes, employeeId) }));

/** What is running comes first, then what can be started, then what can be received; in the order of the routing. */
const RANK = { finish: 0, start: 1, receive: 2 } as const;
function offered(processes: readonly FloorProcess[]): FloorProcess | null {
  const able = processes.filter((one) => one.next.step !== null);
  return able.toSorted((a, b) => RANK[a.next.step!] - RANK[b.next.step!] || a.seq - b.seq)[0] ?? null;
}

/** Why nothing can be reported on a card now. */
function reasonOf(lang: Lang, code: string, processes: readonly FloorProcess[]): string {
  const order = processes[0]?.orderState;
  if (order && !isReportable(order))
    return term(lang, 'cardWaits', { code, why: term(lang, 'orderIs', { state: term(lang, order) }) });
  const running = processes.find((one) => one.open.length > 0);
  if (running) {
    const name = running.open.flatMap((report) => report.people.map((person) => person.name)).join(', ');
    return term(lang, 'cardWaits', { code, why: term(lang, 'theirOwn', { name }) });
  }
  const waiting = processes.find((one) => one.next.waitsFor);
  if (waiting)
    return term(lang, 'cardWaits', {
      code,
      why: term(lang, 'waitsForProcess', { name: waiting.next.waitsFor!.name }),
    });
  return term(lang, 'cardFinished', { code });
}

async function scanCard(db: Db, user: CurrentUser, lang: Lang, code: string): Promise<ScanAnswer | null> {
  const found = await sql<{ code: string; partId: number }>`select code, part_id from card
    where factory_id = ${user.factoryId} and upper(code) = upper(${code}) and deleted_at is null
    order by code = ${code} desc limit 1`.execute(db);
  const card = found.rows[0];
  if (!card) return null;
  const routing = await progress(db, user.factoryId, { partId: card.partId });
  const processes = withNext(routing, user.employeeId);
  const first = offered(processes);
  return {
    kind: 'card',
    code: card.code,
    processes,
    processId: first?.processId ?? null,
    why: first ? null : reasonOf(lang, card.code, processes),
  };
}

async function scanPerson(db: Db, user: CurrentUser, code: string): Promise<ScanAnswer | null> {
  const found = await sql<{ name: string }>`select name from employee
    where factory_id = ${user.factoryId} and badge_code = ${code} and deleted_at is null
      and working_status <> 'quit'`.execute(db);
  const person = found.rows[0];
  return person ? { kind: 'person', badge: code, name: person.name } : null;
}

async function scanDevice(db: Db, user: CurrentUser, code: string): Promise<ScanAnswer | null> {
  const found = await sql<{ deviceId: number; name: string }>`select id as device_id, name from device
    where factory_id = ${user.factoryId} and upper(code) = upper(${code}) and deleted_at is null limit 1`.execute(
    db,
  );
  const device = found.rows[0];
  return device ? { kind: 'device', ...device } : null;
}

/**
 * What a scanned or typed code stands for: a card with what can be reported on it now, a person, or a device.
 * @throws barcodeFormat, barcodeOtherFactory, barcodeUnknown
 */
export async function scan(db: Db, user: CurrentUser, lang: Lang, text: string): Promise<ScanAnswer> {
  const read = readBarcode(text, user.factoryCode);
  if ('problem' in read) {
    if (read.problem === 'otherFactory') throw fail('barcodeOtherFactory', { factory: read.factory });
    throw fail('barcodeFormat');
  }
  const { code, type } = read;
  const lookUp: Record<BarcodeType, () => Promise<ScanAnswer | null>> = {
    CARD: () => scanCard(db, user, lang, code),
    PERSON: () => scanPerson(db, user, code),
    DEVICE: () => scanDevice(db, user, code),
  };
  if (type) {
    const answer = await lookUp[type]();
    if (answer) return answer;
  } else {
    // What was typed says not what it is.
    for (const look of Object.values(lookUp)) {
      const answer = await look();
      if (answer) return answer;
    }
  }
  throw fail('barcodeUnknown', { code });
}
