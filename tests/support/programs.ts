import { execFile, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const runFile = promisify(execFile);

const isExecutableFile = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** Returns the path of the first of these programs that is on the PATH; null if none is. */
export function findProgramOnPath(...names: string[]): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  for (const name of names) {
    for (const folder of folders) if (isExecutableFile(join(folder, name))) return join(folder, name);
  }
  return null;
}

/** The oldest major version of PostgreSQL that the product supports. */
export const OLDEST_POSTGRES_VERSION = 15;

async function readPostgresMajorVersion(folder: string): Promise<number> {
  try {
    const { stdout } = await runFile(join(folder, 'postgres'), ['--version']);
    return Number(/(\d+)(\.|beta|rc|devel)/.exec(stdout)?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** Finds the newest installed PostgreSQL server programs; null if none is as new as OLDEST_POSTGRES_VERSION. */
export async function findPostgres(): Promise<{ folder: string; major: number } | null> {
  const folders = new Set<string>();
  const initdb = findProgramOnPath('initdb');
  if (initdb) folders.add(join(initdb, '..'));
  for (const base of ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt', '/usr']) {
    if (!existsSync(base)) continue;
    for (const name of readdirSync(base)) {
      if (/^(\d+|postgresql@\d+|pgsql-\d+)$/.test(name)) folders.add(join(base, name, 'bin'));
    }
  }
  let newestPostgres: { folder: string; major: number } | null = null;
  for (const folder of folders) {
    if (!isExecutableFile(join(folder, 'initdb')) || !isExecutableFile(join(folder, 'postgres'))) continue;
    const major = await readPostgresMajorVersion(folder);
    if (major >= OLDEST_POSTGRES_VERSION && major > (newestPostgres?.major ?? 0))
      newestPostgres = { folder, major };
  }
  return newestPostgres;
}

/**
 * Finds the Chromium for browser tests: the program that CHROMIUM_PATH names, or an installed one if CHROMIUM_PATH is
 * not set. Chromium's headless shell comes first: it has no windows of its own, so tests take about a tenth less
 * processor time.
 * @returns its path; null if there is none
 */
export async function findChromium(): Promise<string | null> {
  const configuredPath = process.env.CHROMIUM_PATH;
  if (configuredPath) return isExecutableFile(configuredPath) ? configuredPath : null;
  const installedPath =
    findProgramOnPath(
      'chromium-headless-shell',
      'chromium',
      'chromium-browser',
      'google-chrome',
      'google-chrome-stable',
      'chrome',
    ) ??
    [
      '/usr/bin/chromium',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ].find(isExecutableFile);
  if (installedPath) return installedPath;
  const { chromium } = await import('playwright');
  const playwrightPath = chromium.executablePath();
  return playwrightPath && isExecutableFile(playwrightPath) ? playwrightPath : null;
}

/** Tells whether this process can install Debian packages, which needs root and apt-get. */
export const canInstallPackages = (): boolean =>
  process.getuid?.() === 0 && findProgramOnPath('apt-get') !== null;

/**
 * Installs a Debian package. The output of apt-get is shown only on failure.
 * @returns whether the installation succeeded
 */
export function installPackage(name: string, printLine: (line: string) => void): boolean {
  printLine(`Installing Debian's package ${name} (apt-get install ${name}) …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = { env, encoding: 'utf8', timeout: 6 * 60_000 } as const;
  const updateResult = spawnSync('apt-get', ['update', '-qq'], options);
  const installResult = spawnSync(
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', name],
    options,
  );
  if (installResult.status === 0) return true;
  printLine(
    `${name} could not be installed: ${[updateResult.stderr, installResult.stderr].join('\n').trim().slice(-800)}`,
  );
  return false;
}
