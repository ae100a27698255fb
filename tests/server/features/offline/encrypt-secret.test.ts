import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { encryptSecret } from '#server/features/offline/encrypt-secret.ts';

test('The encryption key is created only once, and its file gets its name only when it is complete', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mes-key-'));
  try {
    const filesDir = join(folder, 'files');
    await Promise.all(Array.from({ length: 8 }, () => encryptSecret(filesDir, 'row', 'secret')));
    expect(await readdir(filesDir)).toEqual(['seal.key']);
    const keyText = await readFile(join(filesDir, 'seal.key'), 'utf8');
    expect(keyText).toMatch(/^[0-9a-f]{64}$/);
    await encryptSecret(filesDir, 'row', 'secret');
    expect(await readFile(join(filesDir, 'seal.key'), 'utf8')).toBe(keyText);
  } finally {
    await rm(folder, { recursive: true });
  }
});
