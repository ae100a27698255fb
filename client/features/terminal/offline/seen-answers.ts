import { entities } from '#shared/entities/index.ts';
import type { QueuedProcess, ScanAnswer } from '#shared/answers/terminal.ts';
import { parseBarcode } from '#shared/rules/barcode.ts';
import { createStore } from '#client/kit/state/create-store.ts';
import { getServerTime, isLive } from '#client/kit/live/live.ts';
import { setAnswerKeeper, type CallOptions } from '#client/kit/wire/answer-keeper.ts';
import { queryClient } from '#client/kit/wire/query-client.ts';
import { session } from '#client/kit/wire/session.ts';
import { identifiedPeople } from '../people/identified-people.ts';
import { hasFloorDatabase, runInFloorDatabase } from './floor-database.ts';

const SCAN_PATH = '/mes/floor/scan';
const LIST_PATHS: ReadonlySet<string> = new Set(['/mes/floor/mine', '/mes/floor/queue']);
/** Answers older than this are deleted. */
const MAX_AGE_MS = 14 * 24 * 3600_000;
/** For this time after a failed call, the device answers the next calls at once from its stored answers. */
const OFFLINE_ASSUMED_MS = 10_000;

/** The last answer of the server to a call, stored on this device. */
interface SeenAnswer {
  readonly key: string;
  readonly path: string;
  /** The id that `findReader` returns for the receiver of the answer. */
  readonly seenBy: number;
  /** The time of the answer in milliseconds, by the server's clock. */
  readonly seenMs: number;
  readonly data: unknown;
}

/** The time of the oldest stored answer that the screens show; null while they show new answers of the server. */
const oldestShownMsStore = createStore<number | null>(null);
let failedAtMs = 0;
let reloadedAtMs = 0;

/** Whether this device stores an answer. Answers with badges or tokens are not stored. */
function shouldStore(path: string, data: unknown): boolean {
  if (path === SCAN_PATH) return (data as ScanAnswer).kind !== 'person';
  return (
    path.startsWith('/mes/floor/') ||
    path === '/mes/terminal/people' ||
    path === '/mes/process/procedures' ||
    path === `${entities.formSetting.path}/page` ||
    path.startsWith('/mes/system/column/') ||
    path.endsWith('/list')
  );
}

/**
 * Returns the employee id of the person at the terminal who makes a call; otherwise the negative id of the signed-in
 * account.
 */
function findReader({ workerToken }: CallOptions): number {
  const worker = workerToken ? identifiedPeople.all.find(({ token }) => token === workerToken) : undefined;
  return worker?.employeeId ?? -(session.current?.user.accountId ?? 0);
}

const makeKey = (path: string, fields: object, reader: number): string =>
  JSON.stringify([path, fields, reader]);

const readAnswer = async (key: string): Promise<SeenAnswer | undefined> =>
  (await runInFloorDatabase(['seen'], false, (getStore) => getStore('seen').get(key))).result as
    | SeenAnswer
    | undefined;

/** Builds the answer to the scan of a card from the stored lists of processes; undefined if no list has the card. */
async function findCardInLists(text: string): Promise<SeenAnswer | undefined> {
  const barcode = parseBarcode(text, session.current?.user.factoryCode ?? '');
  if ('problem' in barcode) return undefined;
  const request = await runInFloorDatabase(['seen'], false, (getStore) => getStore('seen').getAll());
  const storedLists = (request.result as SeenAnswer[]).filter(({ path }) => LIST_PATHS.has(path));
  const rows = storedLists
    .toSorted((a, b) => b.seenMs - a.seenMs)
    .flatMap(({ data, seenMs }) => (data as QueuedProcess[]).map((row) => ({ row, seenMs })))
    .filter(({ row }) => row.cardCode.toUpperCase() === barcode.code.toUpperCase());
  const rowByProcess = new Map(rows.toReversed().map(({ row }) => [row.processId, row]));
  const [first] = rows;
  if (!first) return undefined;
  const data: ScanAnswer = {
    kind: 'card',
    cardId: null,
    version: 0,
    code: first.row.cardCode,
    state: 'active',
    quantity: first.row.next.quantity,
    otherCards: [],
    processes: [...rowByProcess.values()].toSorted((a, b) => a.seq - b.seq),
    processId: first.row.processId,
    why: null,
  };
  return { key: '', path: SCAN_PATH, seenBy: 0, seenMs: first.seenMs, data };
}

/**
 * Reads all data again when the server answers after a failure, because the screens may still show other stored answers.
 * If one call keeps failing while others succeed, the data are not read again each time.
 */
function reloadShownData(): void {
  if (Date.now() - reloadedAtMs < OFFLINE_ASSUMED_MS) return;
  reloadedAtMs = Date.now();
  void queryClient.invalidateQueries();
}

async function keepAnswer(path: string, fields: object, options: CallOptions, data: unknown): Promise<void> {
  failedAtMs = 0;
  if (oldestShownMsStore.get() !== null) {
    oldestShownMsStore.set(null);
    reloadShownData();
  }
  if (!shouldStore(path, data)) return;
  const seenBy = findReader(options);
  const answer: SeenAnswer = {
    key: makeKey(path, fields, seenBy),
    path,
    seenBy,
    seenMs: getServerTime(),
    data,
  };
  try {
    await runInFloorDatabase(['seen'], true, (getStore) => void getStore('seen').put(answer));
  } catch (error) {
    // If the disk is full, the terminal still works with a network.
    console.warn('An answer is not kept on this device', error);
  }
}

async function recallAnswer(path: string, fields: object, options: CallOptions): Promise<unknown> {
  try {
    const answer =
      (await readAnswer(makeKey(path, fields, findReader(options)))) ??
      (path === SCAN_PATH ? await findCardInLists(String((fields as { code?: string }).code)) : undefined);
    if (!answer) return undefined;
    oldestShownMsStore.set(Math.min(answer.seenMs, oldestShownMsStore.get() ?? Infinity));
    return answer.data;
  } catch (error) {
    console.warn('The answers of this device cannot be read', error);
    return undefined;
  }
}

async function deleteAnswers(isOld: (answer: SeenAnswer) => boolean): Promise<void> {
  await runInFloorDatabase(['seen'], true, (getStore) => {
    const request = getStore('seen').openCursor();
    request.addEventListener('success', () => {
      const cursor = request.result;
      if (!cursor) return;
      if (isOld(cursor.value as SeenAnswer)) cursor.delete();
      cursor.continue();
    });
  }).catch((error: unknown) => console.warn('Old answers are not deleted', error));
}

/**
 * Makes this device store the answers that the terminal shows, so that the terminal can show them without a network.
 * Other accounts do not see them.
 */
export function keepSeenAnswers(): void {
  if (!hasFloorDatabase()) return;
  setAnswerKeeper({
    keep: (path, fields, options, data) => void keepAnswer(path, fields, options, data),
    recall: recallAnswer,
    noteFailure: () => (failedAtMs = Date.now()),
    // While the live connection stands, the server is asked, even if a call has just failed. What the browser says about
    // the internet does not matter, because the network of the factory may work without it.
    isOffline: () => !isLive() && Date.now() - failedAtMs < OFFLINE_ASSUMED_MS,
  });
  void deleteAnswers(({ seenMs }) => seenMs < getServerTime() - MAX_AGE_MS);
  session.subscribe(() => {
    if (!session.current) void deleteAnswers(() => true);
  });
}

/** Whether the terminal shows stored answers, because the server cannot be reached. */
export const isShowingSeenAnswers = (): boolean => oldestShownMsStore.get() !== null;

/** Returns the time of the oldest stored answer that is shown; null if all shown answers are new. */
export const useOldestShownMs = (): number | null => oldestShownMsStore.useValue();
