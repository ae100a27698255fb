import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settingNames } from '#server/config.ts';
import { projectFolder } from '#server/root.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';
import { readRecipeSteps } from '#tests/support/recipe.ts';

const readText = (file: string): string => readFileSync(join(projectFolder, file), 'utf8');

/** The documents that a person reads before the code. */
const DOCUMENTS = ['README.md', 'server/operations.md', 'server/decisions.md', 'tests/bench/figures.md'];
const TOP_FOLDERS = ['boards', 'client', 'server', 'shared', 'tests'];
const MAX_README_LINES = 250;
const MAX_PICTURE_BYTES = 150 * 1024;

/** Removes the code blocks of a document, because recipes name files that do not exist yet. */
const removeCodeBlocks = (document: string): string => document.replaceAll(/^```\w+\n[\s\S]*?^```$/gm, '');

/**
 * Finds the paths in the prose of a document: paths below a top folder, hidden JSON files such as `.oxlintrc.json`, and
 * docker-compose.yml.
 */
function findPaths(document: string): string[] {
  const matches = removeCodeBlocks(document).matchAll(
    /(?<![\w/#.@-])((?:boards|client|server|shared|tests)\/[\w./-]+|\.\w+\.json|docker-compose\.yml)/g,
  );
  return [...matches].map(([, path]) => path!.replace(/[./]+$/, ''));
}

/**
 * Finds the paths on the map of the README. A line of the map names a folder first, and then paths relative to this
 * folder.
 */
function findMapPaths(readme: string): string[] {
  const paths: string[] = [];
  let folder = '';
  for (const [, path] of extractMap(readme).matchAll(/`([\w./-]+)`/g)) {
    if (TOP_FOLDERS.includes(path!.split('/')[0]!)) folder = path!;
    else if (/\/|\.ts$/.test(path!)) paths.push(join(folder, path!));
  }
  return paths;
}

/** Returns the list of folders of the README, which is its section 'The map of the house'. */
const extractMap = (readme: string): string =>
  readme
    .split('## The map of the house\n')[1]!
    .split('\n## ')[0]!
    .match(/^(?:- |  ).*$/gm)!
    .join('\n');

const findMissingPaths = (paths: readonly string[]): string[] =>
  paths.filter((path) => !existsSync(join(projectFolder, path)));

const listFolders = (folder: string): string[] =>
  readdirSync(join(projectFolder, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${folder}/${name}`);

describe('the README', () => {
  const readme = readText('README.md');

  it(`has at most ${MAX_README_LINES} lines`, () => {
    expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(MAX_README_LINES);
  });

  it('has every folder of the top folders on its map, and names only files that exist there', () => {
    const folders = TOP_FOLDERS.flatMap(listFolders);
    const kitFolders = listFolders('client/kit');
    expectItemsChecked('folders', folders.length + kitFolders.length);
    expect(folders.filter((folder) => !extractMap(readme).includes(`\`${folder}/\``))).toEqual([]);
    const mappedPaths = findMapPaths(readme).map((path) => path.replace(/\/$/, ''));
    expect(mappedPaths.length).toBeGreaterThan(40);
    expect(findMissingPaths(mappedPaths)).toEqual([]);
    expect(kitFolders.filter((folder) => !mappedPaths.includes(folder))).toEqual([]);
  });

  it.each([
    ['A new entity', ['ts', 'diff', 'sh']],
    ['A new report', ['ts', 'diff']],
    ['A new widget', ['tsx', 'diff']],
  ])('has the recipe "%s" with its steps', (heading, kinds) => {
    expect(readRecipeSteps(readme, heading).map(({ kind }) => kind)).toEqual(kinds);
  });

  it('shows small pictures that are not part of a build', () => {
    const pictures = [...readme.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, path]) => path!);
    expect(pictures.length).toBe(3);
    expect(pictures.filter((path) => path.startsWith('client/public/'))).toEqual([]);
    const sizes = pictures.map((path) => statSync(join(projectFolder, path)).size);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(MAX_PICTURE_BYTES);
  });

  it('names every command of package.json that a person runs, and only commands that exist', () => {
    const scripts = Object.keys(
      (JSON.parse(readText('package.json')) as { scripts: Record<string, string> }).scripts,
    );
    const namedCommands = new Set(
      [...readme.matchAll(/npm (?:run )?([a-z][a-z:]*)/g)].map(([, name]) => name!),
    );
    namedCommands.delete('ci');
    expectItemsChecked('commands', namedCommands.size);
    expect([...namedCommands].filter((name) => !scripts.includes(name))).toEqual([]);
    expect(
      scripts.filter((name) => !namedCommands.has(name) && !['build', 'check:sources'].includes(name)),
    ).toEqual([]);
  });
});

describe('the documents', () => {
  it('name every setting, and none that does not exist', () => {
    const namedSettings = new Set(
      DOCUMENTS.flatMap((file) => readText(file).match(/\b(?:MES_[A-Z_]+|DATABASE_URL)\b/g) ?? []),
    );
    const settings = settingNames.filter((name) => name !== 'PORT' && name !== 'HOST');
    expectItemsChecked('settings', settings.length);
    expect([...namedSettings].sort()).toEqual([...settings].sort());
    const settingCells = [...readText('server/operations.md').matchAll(/^\| (`[^|]+) \|/gm)].map(
      ([, names]) => names!,
    );
    expect(
      settingCells
        .join()
        .match(/[A-Z_]{4,}/g)!
        .sort(),
    ).toEqual([...settingNames].sort());
  });

  it.each(DOCUMENTS)('%s names only paths that exist', (file) => {
    const paths = findPaths(readText(file));
    expectItemsChecked('paths', paths.length);
    expect(findMissingPaths(paths)).toEqual([]);
  });

  it.each(DOCUMENTS)('%s links only to files that exist', (file) => {
    const links = [...readText(file).matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)].map(([, path]) => path!);
    expect(findMissingPaths(links.map((link) => join(dirname(file), link)))).toEqual([]);
  });

  it('are linked from the README', () => {
    const links = [...readText('README.md').matchAll(/\]\(([^)]+\.md)\)/g)].map(([, path]) => path!);
    expect([...links].sort()).toEqual(DOCUMENTS.slice(1).sort());
  });
});
