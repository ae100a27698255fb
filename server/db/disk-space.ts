import { statfs } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { makeError, MesError } from '#shared/kernel/errors.ts';
import type { Db } from './database.ts';

/** The pause between two readings of the free space, in milliseconds. */
const READ_INTERVAL_MS = 2000;
/** A disk counts as nearly full if at least this share of its space is used, in percent. */
const NEARLY_FULL_PERCENT = 90;
/**
 * The free space in bytes below which a disk counts as full. The embedded database then accepts no writes: its
 * write-ahead log grows by 16 MB at a time, and the database stops when the log cannot grow.
 */
export const MIN_FREE_BYTES = 48 * 1024 * 1024;

/** The space on the disk of the data folder. */
export interface DiskSpace {
  state: 'ok' | 'nearlyFull' | 'full';
  usedPercent: number;
  freeBytes: number;
}

/** The last known disk space, by database. */
const diskSpaceByDatabase = new WeakMap<Db, { space: DiskSpace; refusesWrites: boolean }>();

/** The error codes of PostgreSQL and of the file system for a full disk or a used-up quota. */
const DISK_FULL_CODES: ReadonlySet<string> = new Set(['53100', 'ENOSPC', 'EDQUOT']);

export const isDiskFullError = (error: unknown): boolean =>
  error instanceof Error && DISK_FULL_CODES.has((error as { code?: string }).code ?? '');

export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  const { blocks, bfree, bavail, bsize } = await statfs(folder);
  const usedBlocks = blocks - bfree;
  const usedPercent = usedBlocks + bavail === 0 ? 0 : Math.round((usedBlocks / (usedBlocks + bavail)) * 100);
  const freeBytes = bavail * bsize;
  if (freeBytes < MIN_FREE_BYTES) return { state: 'full', usedPercent, freeBytes };
  return { state: usedPercent >= NEARLY_FULL_PERCENT ? 'nearlyFull' : 'ok', usedPercent, freeBytes };
}

/** Returns the last known space on the disk of the data folder; null if the space was never read. */
export const getDiskSpace = (db: Db): DiskSpace | null => diskSpaceByDatabase.get(db)?.space ?? null;

/**
 * Refuses a write if the database is embedded and its disk is full.
 * @throws diskFull
 */
export function refuseWriteIfFull(db: Db): void {
  const lastReading = diskSpaceByDatabase.get(db);
  if (lastReading?.refusesWrites && lastReading.space.state === 'full') throw makeError('diskFull');
}

/** For each state of the disk, the message for the log when the disk enters this state. */
const MESSAGES_BY_STATE: Record<DiskSpace['state'], string> = {
  ok: 'The disk of the data folder has room again',
  nearlyFull: 'The disk of the data folder is nearly full: make room',
  full: 'The disk of the data folder is full: make room',
};

/**
 * Reads the space on the disk of the data folder at once and then regularly, and reports each change of the
 * disk's state.
 * @returns a function that stops the readings
 */
export async function followDiskSpace(
  { db, kind }: { db: Db; kind: 'postgres' | 'embedded' },
  folder: string,
  onError: (error: unknown, message: string) => void,
): Promise<() => Promise<void>> {
  const stopController = new AbortController();
  let state: DiskSpace['state'] = 'ok';
  const read = async (): Promise<void> => {
    const space = await readDiskSpace(folder);
    diskSpaceByDatabase.set(db, { space, refusesWrites: kind === 'embedded' });
    if (space.state === state) return;
    const reason = state === 'ok' || space.state === 'full' ? new MesError('diskFull') : null;
    state = space.state;
    onError(
      reason,
      `${MESSAGES_BY_STATE[state]} (${space.usedPercent} % used, ${space.freeBytes} bytes free)`,
    );
  };
  // The folder may not exist yet, because with a PostgreSQL server it is created for the first uploaded file.
  await read().catch(() => undefined);
  const readingLoop = (async () => {
    while (!stopController.signal.aborted) {
      await pause(READ_INTERVAL_MS, undefined, { signal: stopController.signal, ref: false }).catch(
        () => undefined,
      );
      if (!stopController.signal.aborted) await read().catch(() => undefined);
    }
  })();
  return async () => {
    stopController.abort();
    await readingLoop;
  };
}
