import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './sources.mjs';

/**
 * Bundles the server into the file `main.js` of a folder. The folder must be inside the project, because the server
 * searches the folders above its file for the project.
 */
export async function bundleServer(folder) {
  // The bundle is always a production build, even if the shell sets another NODE_ENV.
  process.env.NODE_ENV = 'production';
  const { build } = await import('vite');
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      ssr: join(root, 'server/main.ts'),
      outDir: folder,
      target: 'node20',
      minify: false,
      sourcemap: true,
      rolldownOptions: { output: { entryFileNames: 'main.js' } },
    },
  });
}

// As a command, this file bundles the server into the folder of its argument.
if (process.argv[1] === fileURLToPath(import.meta.url)) await bundleServer(process.argv[2]);
