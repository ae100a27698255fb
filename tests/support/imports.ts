import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** An import: the importing file and the imported file, both relative to the project root. */
export interface FileImport {
  from: string;
  to: string;
}

/**
 * Matches imports of values and types, re-exports, `import()`, the type `import('…')` and `declare module`, if the path
 * is relative or begins with `#`.
 */
const IMPORT_PATTERN = /(?:\bfrom|\bimport|\bimport\s*\(|\bdeclare\s+module)\s*(['"])([.#][^'"]+)\1/g;

/** Lists the TypeScript files and .mjs files below a folder. */
export const listSourcesBelow = (root: string, folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => posix.join(folder, file.replaceAll('\\', '/')))
    .filter((file) => /\.(tsx?|mjs)$/.test(file));

/** Finds the imports of project files in a source file. */
export function listImportsIn(file: string, source: string): FileImport[] {
  return [...source.matchAll(IMPORT_PATTERN)].map(([, , name]) => ({
    from: file,
    to: name!.startsWith('#') ? name!.slice(1) : posix.join(posix.dirname(file), name!),
  }));
}

/** Finds the imports of project files in the source files below some folders. */
export const listImportsBelow = (root: string, folders: readonly string[]): FileImport[] =>
  folders
    .flatMap((folder) => listSourcesBelow(root, folder))
    .flatMap((file) => listImportsIn(file, readFileSync(join(root, file), 'utf8')));

/** Finds import cycles. Each cycle is the list of its files. */
export function findImportCycles(imports: readonly FileImport[]): string[][] {
  const importsByFile = new Map<string, string[]>();
  for (const { from, to } of imports) importsByFile.set(from, [...(importsByFile.get(from) ?? []), to]);
  const visitedFiles = new Set<string>();
  const cycles: string[][] = [];
  const visit = (file: string, path: readonly string[]): void => {
    const cycleStart = path.indexOf(file);
    if (cycleStart >= 0) {
      cycles.push(path.slice(cycleStart));
      return;
    }
    if (visitedFiles.has(file)) return;
    for (const to of importsByFile.get(file) ?? []) visit(to, [...path, file]);
    visitedFiles.add(file);
  };
  for (const file of importsByFile.keys()) visit(file, []);
  return cycles;
}
