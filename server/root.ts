import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

function findProjectFolder(from: string): string {
  return existsSync(join(from, 'package.json')) ? from : findProjectFolder(dirname(from));
}

/** The root folder of the project, both for the sources and for the bundled server. */
export const projectFolder = findProjectFolder(dirname(fileURLToPath(import.meta.url)));
