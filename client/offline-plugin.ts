import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';

const WORKER_SOURCE = new URL('./offline-worker.js', import.meta.url);
/** The path of the service worker in the build. */
const WORKER_FILE = 'offline-worker.js';
/** The modules whose chunks the terminal needs in addition to the modules of index.html. */
const TERMINAL_MODULES: readonly RegExp[] = [
  /client\/app\/routes\/inner-routes\.tsx$/,
  /client\/features\/terminal\/terminal-screen\.tsx$/,
  /client\/kit\/wire\/parameter-header\.ts$/,
  /virtual:words\//,
];
/**
 * The module of the terminal screen. It imports its dialogs and its scanner later; their chunks are stored
 * too.
 */
const TERMINAL_SCREEN = /client\/features\/terminal\/terminal-screen\.tsx$/;
const PUBLIC_FILES: readonly string[] = ['/icon.svg', '/manifest.webmanifest'];

type Chunk = Rolldown.OutputChunk & {
  viteMetadata?: { importedCss: Set<string>; importedAssets: Set<string> };
};

/**
 * Lists the paths of the files that the terminal needs: the imports of its chunks, their styles and their other files.
 */
function listTerminalFiles(chunks: readonly Chunk[]): string[] {
  const chunkByFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const files = new Set<string>();
  const addFile = (fileName: string): void => {
    if (files.has(fileName)) return;
    files.add(fileName);
    const chunk = chunkByFile.get(fileName);
    if (!chunk) return;
    for (const file of chunk.imports) addFile(file);
    for (const file of chunk.viteMetadata?.importedCss ?? []) files.add(file);
    for (const file of chunk.viteMetadata?.importedAssets ?? []) files.add(file);
    if (chunk.moduleIds.some((id) => TERMINAL_SCREEN.test(id)))
      for (const file of chunk.dynamicImports) addFile(file);
  };
  const missingModules = TERMINAL_MODULES.filter(
    (pattern) => !chunks.some(({ moduleIds }) => moduleIds.some((id) => pattern.test(id))),
  );
  if (missingModules.length > 0) throw new Error(`The build has no module ${missingModules.join(', ')}`);
  for (const chunk of chunks)
    if (chunk.isEntry || TERMINAL_MODULES.some((pattern) => chunk.moduleIds.some((id) => pattern.test(id))))
      addFile(chunk.fileName);
  return [...[...files].map((file) => `/${file}`).toSorted(), ...PUBLIC_FILES];
}

/** A Vite plugin that adds the service worker of the terminal, with the names of all files that the worker stores. */
export function makeOfflinePlugin(buildId: string): Plugin {
  return {
    name: 'offline-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file): file is Chunk => file.type === 'chunk');
      const entry = chunks.find(({ isEntry }) => isEntry);
      if (!entry) throw new Error('The build has no entry');
      const source = readFileSync(fileURLToPath(WORKER_SOURCE), 'utf8')
        .replace('__BUILD__', buildId)
        .replace('__ENTRY__', entry.fileName)
        .replace("['__FILES__']", JSON.stringify(listTerminalFiles(chunks)));
      this.emitFile({ type: 'asset', fileName: WORKER_FILE, source });
    },
  };
}
