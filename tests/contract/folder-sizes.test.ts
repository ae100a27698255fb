import { readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { projectFolder } from '#server/root.ts';

const MAX_FILES_PER_FOLDER = 25;
/**
 * Folders that have one file per entity, term area, hook, migration, report or widget. These folders grow with the
 * product.
 */
const UNLIMITED_FOLDERS: ReadonlySet<string> = new Set([
  'shared/entities',
  'shared/terms',
  'server/hooks',
  'server/db/migrations',
  'server/reports',
  'boards/widgets',
]);

/** Counts the files in each folder, without the files in its subfolders. */
function countFilesByFolder(files: readonly string[]): Map<string, number> {
  const countsByFolder = new Map<string, number>();
  for (const file of files)
    countsByFolder.set(posix.dirname(file), (countsByFolder.get(posix.dirname(file)) ?? 0) + 1);
  return countsByFolder;
}

const findCrowdedFolders = (files: readonly string[]): string[] =>
  [...countFilesByFolder(files)]
    .filter(([folder, count]) => count > MAX_FILES_PER_FOLDER && !UNLIMITED_FOLDERS.has(folder))
    .map(([folder, count]) => `${folder}: ${count} files`);

const sourceFiles = ['boards', 'client', 'server', 'shared'].flatMap((topFolder) =>
  readdirSync(join(projectFolder, topFolder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(projectFolder.length + 1)
        .replaceAll('\\', '/'),
    ),
);

test('no folder holds too many files', () => {
  console.log(`rooms: ${sourceFiles.length} files in ${countFilesByFolder(sourceFiles).size} folders`);
  expect(sourceFiles.length).toBeGreaterThan(500);
  expect(findCrowdedFolders(sourceFiles)).toEqual([]);
});

test('a folder with one file too many is found', () => {
  const files = Array.from({ length: MAX_FILES_PER_FOLDER + 1 }, (_, index) => `client/kit/file-${index}.ts`);
  expect(findCrowdedFolders(files)).toEqual(['client/kit: 26 files']);
  expect(findCrowdedFolders(files.slice(1))).toEqual([]);
});
