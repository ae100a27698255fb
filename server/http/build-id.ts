import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../root.ts';

/**
 * Reads the id of the build in `dist`, which is a digest of its sources. The id is `dev` if there is no
 * build.
 */
export function readBuildId(): string {
  const file = join(projectFolder, 'dist/build-id');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : 'dev';
}
