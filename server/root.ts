import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

function findRoot(from: string): string {
  return existsSync(join(from, 'package.json')) ? from : findRoot(dirname(from));
}

/** The root folder of the project, both for the sources and for the bundled server. */
export const root = findRoot(dirname(fileURLToPath(import.meta.url)));
