import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { projectFolder } from '#server/root.ts';
import { buildClientIfNeeded } from '#tests/support/build-client.ts';
import { mainHallPreset } from '#boards/presets/main-hall.ts';
import { printResult } from './expected.ts';

const ASSETS_FOLDER = join(projectFolder, 'dist/client/assets');

/**
 * The chunks that each route downloads in addition to those in index.html. The first chunk is the screen of the route.
 * If `countsDynamicImports` is true, the dynamic imports of the screen count too.
 */
const MEASURED_ROUTES: readonly {
  name: string;
  chunks: readonly string[];
  countsDynamicImports: boolean;
  limitKb: number;
}[] = [
  {
    name: 'log-in',
    chunks: ['login-page', 'parameter-header', 'zh_CN'],
    countsDynamicImports: false,
    limitKb: 200,
  },
  {
    name: 'paired wall',
    chunks: ['paired-wall', 'parameter-header', 'live', 'zh_CN'],
    countsDynamicImports: true,
    limitKb: 350,
  },
  {
    name: 'wall of a signed-in person',
    chunks: ['large-screen', 'parameter-header', 'live', 'zh_CN'],
    countsDynamicImports: true,
    limitKb: 350,
  },
];

const shownTypes = new Set(mainHallPreset.board.tiles.map(({ type }) => type));
/** The chunks of the widgets that the main hall does not show, so its wall does not download them. */
const OTHER_WIDGET_CHUNKS: ReadonlySet<string> = new Set(
  readdirSync(join(projectFolder, 'boards/widgets'))
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => file.slice(0, -'.tsx'.length))
    .filter(
      (name) => !shownTypes.has(name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())),
    ),
);
const getChunkName = (file: string): string => file.replace(/-[\w-]{8}\.js$/, '');

const readAsset = (file: string): string => readFileSync(join(ASSETS_FOLDER, file), 'utf8');

/** Finds the static imports and the dynamic imports of a module. */
function findImports(source: string): { staticImports: string[]; dynamicImports: string[] } {
  const listMatches = (pattern: RegExp) => [...source.matchAll(pattern)].map((match) => match[1]!);
  return {
    staticImports: listMatches(/(?:\bfrom|\bimport)\s*["']\.\/([\w.-]+\.js)["']/g),
    dynamicImports: listMatches(/\bimport\(\s*["'`]\.\/([\w.-]+\.js)["'`]\s*\)/g),
  };
}

/** Adds modules and all their static imports to a set. */
function addWithImports(files: readonly string[], collectedFiles = new Set<string>()): Set<string> {
  for (const file of files) {
    if (collectedFiles.has(file)) continue;
    collectedFiles.add(file);
    addWithImports(findImports(readAsset(file)).staticImports, collectedFiles);
  }
  return collectedFiles;
}

/**
 * Adds a module to the set, and recursively its static and dynamic imports. The imports of a module that is already
 * in the set are not added, because other pages share it. The widgets of `OTHER_WIDGET_CHUNKS` are not added.
 */
function addWithLazyImports(file: string, collectedFiles: Set<string>): void {
  if (collectedFiles.has(file) || OTHER_WIDGET_CHUNKS.has(getChunkName(file))) return;
  collectedFiles.add(file);
  const { staticImports: staticFiles, dynamicImports: lazyFiles } = findImports(readAsset(file));
  for (const importedFile of [...staticFiles, ...lazyFiles]) addWithLazyImports(importedFile, collectedFiles);
}

/**
 * Prints the gzip size of the JavaScript of the log-in page and of the wall, in KB. The size includes the imported
 * modules.
 */
export async function printScriptSizes(): Promise<void> {
  await buildClientIfNeeded();
  const builtFiles = readdirSync(ASSETS_FOLDER).filter((file) => file.endsWith('.js'));
  const indexHtml = readFileSync(join(projectFolder, 'dist/client/index.html'), 'utf8');
  const entryFiles = [...indexHtml.matchAll(/(?:src|href)="\/assets\/([\w.-]+\.js)"/g)].map(
    (match) => match[1]!,
  );
  const findChunkFile = (name: string): string => {
    const matchingFiles = builtFiles.filter((file) => getChunkName(file) === name);
    if (matchingFiles.length !== 1)
      throw new Error(`The build has ${matchingFiles.length} chunks named ${name}`);
    return matchingFiles[0]!;
  };
  for (const {
    name,
    chunks: chunkNames,
    countsDynamicImports: withDynamicImports,
    limitKb: limit,
  } of MEASURED_ROUTES) {
    const [screen, ...otherChunks] = chunkNames.map(findChunkFile) as [string, ...string[]];
    const loadedFiles = addWithImports([...entryFiles, ...otherChunks]);
    if (withDynamicImports) addWithLazyImports(screen, loadedFiles);
    else addWithImports([screen], loadedFiles);
    const fileSizes = [...loadedFiles]
      .map((file) => ({ file, bytes: gzipSync(readAsset(file), { level: 9 }).length }))
      .sort((a, b) => b.bytes - a.bytes);
    const totalBytes = fileSizes.reduce((sum, { bytes }) => sum + bytes, 0);
    printResult(`${name}: ${fileSizes.length} files of JavaScript, gzip`, totalBytes / 1024, 'KB', limit);
    for (const { file, bytes } of fileSizes.slice(0, 6)) printResult(`  ${file}`, bytes / 1024, 'KB', null);
  }
}
