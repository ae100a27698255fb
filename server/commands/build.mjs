// `npm run build` builds the client for the browser, and bundles the server into one file.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dist, root, hashSources } from './sources.mjs';

// The build is always a production build, even if the shell sets another NODE_ENV.
process.env.NODE_ENV = 'production';
const { build } = await import('vite');

const id = hashSources();
const began = Date.now();
// This removes the mark of a completed build, so that `npm start` repeats an interrupted build.
rmSync(dist.whole, { force: true });
mkdirSync(dist.folder, { recursive: true });
// Both the server and the client read this build id, so that an open page detects a newer server.
writeFileSync(dist.id, `${id}\n`);

await build({ root: join(root, 'client'), configFile: join(root, 'vite.config.ts'), logLevel: 'warn' });
await build({
  root,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  build: {
    ssr: join(root, 'server/main.ts'),
    outDir: join(root, 'dist/server'),
    target: 'node20',
    minify: false,
    sourcemap: true,
    rolldownOptions: { output: { entryFileNames: 'main.js' } },
  },
});
writeFileSync(dist.whole, `${id}\n`);
console.log(`Built ${id} in ${((Date.now() - began) / 1000).toFixed(1)} s`);
