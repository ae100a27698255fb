import { browserStorage } from '#client/kit/wire/browser-storage.ts';
import { hasFloorDatabase, runInFloorDatabase } from './floor-database.ts';
import {
  applyChange,
  isQueuedReport,
  isRefusedReport,
  type KeptReports,
  type KeptReportsChange,
} from './queued-report.ts';

/** The storage keys of the reports in earlier builds, and in browsers without a database. */
const OUTBOX_STORAGE_KEY = 'floor.outbox';
const REFUSED_REPORTS_STORAGE_KEY = 'floor.refused';

/** The place where this device stores the reports. */
export interface ReportStore {
  read: () => Promise<KeptReports>;
  /** Writes a change completely or not at all. @throws the error of the browser, for example if the disk is full */
  write: (change: KeptReportsChange) => Promise<void>;
}

function readLocalStorage(): KeptReports {
  const readList = (key: string): unknown[] => {
    const storedList = browserStorage.forBrowser.get(key);
    return Array.isArray(storedList) ? storedList : [];
  };
  return {
    queued: readList(OUTBOX_STORAGE_KEY).filter(isQueuedReport),
    refused: readList(REFUSED_REPORTS_STORAGE_KEY).filter(isRefusedReport),
  };
}

function writeLocalStorage({ queued, refused }: KeptReports): void {
  const set = (key: string, reports: readonly unknown[]) =>
    browserStorage.forBrowser.set(key, reports.length > 0 ? reports : undefined);
  // The refused reports are written first, so that a power cut between the two writes cannot lose a report.
  if (!set(REFUSED_REPORTS_STORAGE_KEY, refused) || !set(OUTBOX_STORAGE_KEY, queued))
    throw new Error("The browser's storage is full");
}

const localStore: ReportStore = {
  read: async () => readLocalStorage(),
  write: async (change) => writeLocalStorage(applyChange(readLocalStorage(), change)),
};

/** Writes a change in one transaction. Reports keep their place in the queue. */
const writeDatabase = (change: KeptReportsChange): Promise<void> =>
  runInFloorDatabase(['queued', 'refused'], true, (getStore) => {
    const { added = [], replaced = [], removedIds = [], refused = [], acknowledgedIds = [] } = change;
    const queuedStore = getStore('queued');
    const applyToQueueKey = (id: string, apply: (order: IDBValidKey) => void) => {
      const request = queuedStore.index('id').getKey(id);
      request.addEventListener('success', () => {
        if (request.result !== undefined) apply(request.result);
      });
    };
    for (const report of refused) getStore('refused').put(report);
    for (const id of acknowledgedIds) getStore('refused').delete(id);
    for (const report of added) queuedStore.add(report);
    for (const report of replaced)
      applyToQueueKey(report.id, (order) => queuedStore.put({ ...report, order: order as number }));
    for (const id of removedIds) applyToQueueKey(id, (order) => queuedStore.delete(order));
  });

async function readDatabase(): Promise<KeptReports> {
  const [queued, refused] = await runInFloorDatabase(['queued', 'refused'], false, (getStore) => [
    getStore('queued').getAll(),
    getStore('refused').getAll(),
  ]);
  return { queued: queued!.result.filter(isQueuedReport), refused: refused!.result.filter(isRefusedReport) };
}

/** Moves the reports of an earlier build into the database. */
async function moveFromLocalStorage(): Promise<void> {
  const earlierReports = readLocalStorage();
  if (earlierReports.queued.length === 0 && earlierReports.refused.length === 0) return;
  const databaseReports = await readDatabase();
  const presentIds = new Set(databaseReports.queued.map(({ id }) => id));
  await writeDatabase({
    added: earlierReports.queued.filter(({ id }) => !presentIds.has(id)),
    refused: earlierReports.refused,
  });
  writeLocalStorage({ queued: [], refused: [] });
}

let storePromise: Promise<ReportStore> | undefined;

async function chooseStore(): Promise<ReportStore> {
  if (!hasFloorDatabase()) return localStore;
  try {
    await readDatabase();
  } catch (error) {
    console.warn('The browser has no database; the reports are kept in its storage', error);
    return localStore;
  }
  // If the disk is full, the reports stay where they are until the next start.
  await moveFromLocalStorage().catch((error: unknown) => console.warn('Reports were not moved', error));
  return { read: readDatabase, write: writeDatabase };
}

/** Returns the report store of this device: its database, or the browser's storage if there is no database. */
export function getReportStore(): Promise<ReportStore> {
  storePromise ??= chooseStore();
  return storePromise;
}
