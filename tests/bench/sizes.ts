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
 * If `lazily` is true, the dynamic imports of the screen count too. The limit is in KB.
 */
const MEASURED_ROUTES: readonly {
  name: string;
  fetches: readonly string[];
  lazily: boolean;
  limit: number;
}[] = [
  { name: 'log-in', fetches: ['login-page', 'parameter-header', 'zh_CN'], lazily: false, limit: 200 },
  {
    name: 'paired wall',
    fetches: ['paired-wall', 'parameter-header', 'live', 'zh_CN'],
    lazily: true,
    limit: 350,
  },
  {
    name: 'wall of a signed-in person',
    fetches: ['large-screen', 'inner-routes', 'parameter-header', 'live', 'zh_CN'],
    lazily: true,
    limit: 350,
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

/** Finds the static imports (`now`) and the dynamic imports (`later`) of a module. */
function findImports(source: string): { now: string[]; later: string[] } {
  const all = (pattern: RegExp) => [...source.matchAll(pattern)].map((found) => found[1]!);
  return {
    now: all(/(?:\bfrom|\bimport)\s*["']\.\/([\w.-]+\.js)["']/g),
    later: all(/\bimport\(\s*["'`]\.\/([\w.-]+\.js)["'`]\s*\)/g),
  };
}

/** Adds modules and all their static imports to a set. */
function addWithImports(files: readonly string[], into = new Set<string>()): Set<string> {
  for (const file of files) {
    if (into.has(file)) continue;
    into.add(file);
    addWithImports(findImports(readAsset(file)).now, into);
  }
  return into;
}

/**
 * Adds a module with its static and dynamic imports, and with those of each module that is added. Modules that the set
 * holds already are shared with other pages, so their dynamic imports do not count. Nor do the widgets of other boards.
 */
function addWithLazyImports(file: string, into: Set<string>): void {
  if (into.has(file) || OTHER_WIDGET_CHUNKS.has(getChunkName(file))) return;
  into.add(file);
  const { now, later } = findImports(readAsset(file));
  for (const one of [...now, ...later]) addWithLazyImports(one, into);
}

/**
 * Prints the gzip size of the JavaScript of the log-in page and of the wall, in KB. The size includes the imported
 * modules.
 */
export async function printScriptSizes(): Promise<void> {
  await buildClientIfNeeded();
  const built = readdirSync(ASSETS_FOLDER).filter((file) => file.endsWith('.js'));
  const page = readFileSync(join(projectFolder, 'dist/client/index.html'), 'utf8');
  const entryFiles = [...page.matchAll(/(?:src|href)="\/assets\/([\w.-]+\.js)"/g)].map((found) => found[1]!);
  const chunk = (name: string): string => {
    const found = built.filter((file) => getChunkName(file) === name);
    if (found.length !== 1) throw new Error(`The build has ${found.length} chunks named ${name}`);
    return found[0]!;
  };
  for (const { name, fetches, lazily, limit } of MEASURED_ROUTES) {
    const [screen, ...others] = fetches.map(chunk) as [string, ...string[]];
    const loadedFiles = addWithImports([...entryFiles, ...others]);
    if (lazily) addWithLazyImports(screen, loadedFiles);
    else addWithImports([screen], loadedFiles);
    const parts = [...loadedFiles]
      .map((file) => ({ file, bytes: gzipSync(readAsset(file), { level: 9 }).length }))
      .sort((a, b) => b.bytes - a.bytes);
    const total = parts.reduce((sum, { bytes }) => sum + bytes, 0);
    printResult(`${name}: ${parts.length} files of JavaScript, gzip`, total / 1024, 'KB', limit);
    for (const { file, bytes } of parts.slice(0, 6)) printResult(`  ${file}`, bytes / 1024, 'KB', null);
  }
}
