import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectFolder } from '#server/root.ts';

/** Builds the client unless there is a build of the current sources, so that tests do not run an old build. */
export async function buildClientIfNeeded(): Promise<void> {
  const commands = join(projectFolder, 'server/commands');
  const { isBuilt, hashSources } = (await import(pathToFileURL(join(commands, 'sources.mjs')).href)) as {
    isBuilt: (id: string) => boolean;
    hashSources: () => string;
  };
  if (isBuilt(hashSources())) return;
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(commands, 'build.mjs')], {
    cwd: projectFolder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The client could not be built:\n${stdout}${stderr}`);
}
