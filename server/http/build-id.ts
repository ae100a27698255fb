import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.ts';

/** The build that runs: a digest of its sources, as the build wrote it down; `dev` where nothing was built. */
export function buildId(): string {
  const file = join(root, 'dist/build-id');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : 'dev';
}
