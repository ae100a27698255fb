import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** An import of one file by another, both as paths from the root of the project. */
export interface ImportedFile {
  from: string;
  to: string;
}

/** Every way in which a module names another: values, types, re-exports, `import()`, and `import('…')` as a type. */
const SPECIFIER = /(?:\bfrom|\bimport|\bimport\s*\(|\bdeclare\s+module)\s*(['"])([.#][^'"]+)\1/g;

/** The sources below a folder. */
export const sourcesBelow = (root: string, folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => posix.join(folder, file.replaceAll('\\', '/')))
    .filter((file) => /\.(tsx?|mjs)$/.test(file));

/** The files of the project that a source imports. */
export function importsIn(file: string, source: string): ImportedFile[] {
  return [...source.matchAll(SPECIFIER)].map(([, , name]) => ({
    from: file,
    to: name!.startsWith('#') ? name!.slice(1) : posix.join(posix.dirname(file), name!),
  }));
}

/** Every import below some folders. */
export const importsBelow = (root: string, folders: readonly string[]): ImportedFile[] =>
  folders
    .flatMap((folder) => sourcesBelow(root, folder))
    .flatMap((file) => importsIn(file, readFileSync(join(root, file), 'utf8')));

/** The circles of imports: each as the files that it runs through. Empty where there is none. */
export function findCircles(imports: readonly ImportedFile[]): string[][] {
  const next = new Map<string, string[]>();
  for (const { from, to } of imports) next.set(from, [...(next.get(from) ?? []), to]);
  const done = new Set<string>();
  const circles: string[][] = [];
  const visit = (file: string, path: readonly string[]): void => {
    const at = path.indexOf(file);
    if (at >= 0) {
      circles.push(path.slice(at));
      return;
    }
    if (done.has(file)) return;
    for (const to of next.get(file) ?? []) visit(to, [...path, file]);
    done.add(file);
  };
  for (const file of next.keys()) visit(file, []);
  return circles;
}
