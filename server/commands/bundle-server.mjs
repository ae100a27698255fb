import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './sources.mjs';

/** The programs of the server: the process, and the thread of the planner, which `run-planner.ts` starts. */
const PROGRAMS = [
  { source: 'server/main.ts', name: 'main.js', isFirst: true },
  { source: 'server/planning/schedule/plan-worker.ts', name: 'plan-worker.js', isFirst: false },
];

/**
 * Bundles the server into the file `main.js` of a folder, and the threads beside it. The folder must be inside the project, because the server
 * searches the folders above its file for the project.
 */
export async function bundleServer(folder) {
  // The bundle is always a production build, even if the shell sets another NODE_ENV.
  process.env.NODE_ENV = 'production';
  const { build } = await import('vite');
  for (const { source, name, isFirst } of PROGRAMS)
    await build({
      root,
      configFile: false,
      logLevel: 'warn',
      publicDir: false,
      build: {
        ssr: join(root, source),
        outDir: folder,
        emptyOutDir: isFirst,
        target: 'node20',
        minify: false,
        sourcemap: true,
        rolldownOptions: { output: { entryFileNames: name } },
      },
    });
}

// As a command, this file bundles the server into the folder of its argument.
if (process.argv[1] === fileURLToPath(import.meta.url)) await bundleServer(process.argv[2]);
