// `npm run build` builds the client for the browser, and bundles the server into one file.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleServer } from './bundle-server.mjs';
import { dist, root, hashSources } from './sources.mjs';

// The build is always a production build, even if the shell sets another NODE_ENV.
process.env.NODE_ENV = 'production';
const { build } = await import('vite');

const id = hashSources();
const buildStartedAt = Date.now();
// `npm start` repeats the build while this file is missing. The build writes it last, so that an interrupted
// build is repeated.
rmSync(dist.completionMarker, { force: true });
mkdirSync(dist.folder, { recursive: true });
// The server and the client contain this build id, so that an open page can detect a newer server.
writeFileSync(dist.id, `${id}\n`);

await build({ root: join(root, 'client'), configFile: join(root, 'vite.config.ts'), logLevel: 'warn' });
await bundleServer(join(dist.folder, 'server'));
writeFileSync(dist.completionMarker, `${id}\n`);
console.log(`Built ${id} in ${((Date.now() - buildStartedAt) / 1000).toFixed(1)} s`);
