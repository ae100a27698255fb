// `npm start` builds the product if the build is missing or out of date, and then runs it.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { dist, isBuilt, root, hashSources } from './sources.mjs';

if (!existsSync(join(root, 'node_modules/express'))) {
  console.error('The packages are not installed yet. Run: npm ci');
  process.exit(1);
}
if (!isBuilt(hashSources())) {
  console.log('Building; this takes some seconds the first time …');
  // The build runs in its own process, so that its memory is freed afterwards.
  const { status } = spawnSync(process.execPath, [join(root, 'server/commands/build.mjs')], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}
process.env.NODE_ENV ??= 'production';
await import(pathToFileURL(dist.server).href);
