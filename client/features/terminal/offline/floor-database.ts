const DATABASE_NAME = 'mes.floor';
const DATABASE_VERSION = 1;

/** The names of the object stores: reports to send, refused reports, and answers of the server. */
export const FLOOR_STORES = { queued: 'queued', refused: 'refused', seen: 'seen' } as const;
type FloorStore = keyof typeof FLOOR_STORES;

function createStores(database: IDBDatabase): void {
  const queuedStore = database.createObjectStore(FLOOR_STORES.queued, {
    keyPath: 'order',
    autoIncrement: true,
  });
  queuedStore.createIndex('id', 'id', { unique: true });
  database.createObjectStore(FLOOR_STORES.refused, { keyPath: 'id' });
  database.createObjectStore(FLOOR_STORES.seen, { keyPath: 'key' });
}

let databasePromise: Promise<IDBDatabase> | undefined;

function openDatabase(): Promise<IDBDatabase> {
  databasePromise ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(DATABASE_NAME, DATABASE_VERSION);
    request.addEventListener('upgradeneeded', () => createStores(request.result));
    request.addEventListener('success', () => {
      const database = request.result;
      // The database is closed when another window needs a newer version. The browser may also close it.
      database.addEventListener('versionchange', () => database.close());
      database.addEventListener('close', () => (databasePromise = undefined));
      resolve(database);
    });
    request.addEventListener('error', () => reject(request.error ?? new Error('No database')));
    request.addEventListener('blocked', () => reject(new Error('The database is blocked')));
  });
  databasePromise.catch(() => (databasePromise = undefined));
  return databasePromise;
}

export const hasFloorDatabase = (): boolean => typeof indexedDB !== 'undefined';

/**
 * Runs one transaction of the device's database.
 * @param isWrite whether the transaction writes; then its end means that the data is on the disk
 * @returns the result of `body`, after the end of the transaction
 * @throws the error of the browser, for example QuotaExceededError if the disk is full
 */
export async function runInFloorDatabase<T>(
  stores: readonly FloorStore[],
  isWrite: boolean,
  body: (getStore: (name: FloorStore) => IDBObjectStore) => T,
): Promise<T> {
  const database = await openDatabase();
  return new Promise<T>((resolve, reject) => {
    const transaction = database.transaction(
      [...stores],
      isWrite ? 'readwrite' : 'readonly',
      isWrite ? { durability: 'strict' } : {},
    );
    const result = body((name) => transaction.objectStore(name));
    transaction.addEventListener('complete', () => resolve(result));
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('Aborted')));
  });
}
