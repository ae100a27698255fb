import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root folder of the project. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
/** The paths of the build output. `completionMarker` is written last, and contains the build id. */
export const dist = {
  folder: join(root, 'dist'),
  id: join(root, 'dist/build-id'),
  completionMarker: join(root, 'dist/whole'),
  server: join(root, 'dist/server/main.js'),
  client: join(root, 'dist/client/index.html'),
};

const SOURCE_PATHS = [
  'boards',
  'client',
  'server',
  'shared',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
];

function listFiles(path) {
  if (!existsSync(path)) return [];
  const found = readdirSync(path, { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Computes the build id: a hash of the paths and contents of all files in `SOURCE_PATHS`. */
export function hashSources() {
  const hash = createHash('sha256');
  for (const source of SOURCE_PATHS) {
    const path = join(root, source);
    const files = /\.(json|ts)$/.test(source) ? [path] : listFiles(path).sort();
    for (const file of files) {
      if (existsSync(file))
        hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
    }
  }
  return hash.digest('hex').slice(0, 12);
}

/** Whether the build output is complete and has this build id. */
export function isBuilt(id) {
  const isComplete = [dist.server, dist.client, dist.completionMarker].every((file) => existsSync(file));
  return isComplete && readFileSync(dist.completionMarker, 'utf8').trim() === id;
}
