import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

function find(from: string): string {
  return existsSync(join(from, 'package.json')) ? from : find(dirname(from));
}

/** The folder of the project, both from the sources and from the bundle. */
export const root = find(dirname(fileURLToPath(import.meta.url)));
