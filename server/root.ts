import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

function findProjectFolder(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findProjectFolder(dirname(folder));
}

/** The root folder of the project, both for the sources and for the bundled server. */
export const projectFolder = findProjectFolder(dirname(fileURLToPath(import.meta.url)));
