import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A small separate disk, which a test can fill. */
export interface SmallDisk {
  folder: string;
  /** Fills the disk until only this many bytes are free. */
  fill: (freeBytes: number) => void;
  /** Deletes the file with which `fill` filled the disk. */
  makeRoom: () => void;
  remove: () => void;
}

/** Mounts a small disk in memory; null if this process cannot mount it. */
export function mountSmallDisk(megabytes: number): SmallDisk | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null;
  const folder = mkdtempSync(join(tmpdir(), 'mes-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
  const ballastPath = join(folder, 'ballast');
  const makeRoom = () => rmSync(ballastPath, { force: true });
  return {
    folder,
    fill: (freeBytes) => {
      makeRoom();
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(ballastPath, Buffer.alloc(Math.max(0, bavail * bsize - freeBytes)));
    },
    makeRoom,
    remove: () => {
      execFileSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Why a test that needs a small disk is skipped. */
export const NO_SMALL_DISK_REASON = 'mounting a small disk needs Linux and root';
