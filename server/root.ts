import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

function find(from: string): string {
  return existsSync(join(from, 'package.json')) ? from : find(dirname(from));
}

/** The root folder of the project. It is the same for the sources and for the bundled server. */
export const root = find(dirname(fileURLToPath(import.meta.url)));
