import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { chromium, type Browser } from 'playwright';
import { buildClientIfNeeded } from '#tests/support/build-client.ts';
import { findChromium } from '#tests/support/programs.ts';
import { findFreePort, startServerProcess } from '#tests/support/server-process.ts';
import {
  executeAsAdministrator,
  makeServerEnvironment,
  runWithInstallation,
  makeDatabaseUrl,
} from './installation.ts';

/** An installation with a server in its own process, and a browser. */
export interface InstallationWithBrowser {
  /** The URL of the server. */
  url: string;
  /** The URL of its database. */
  databaseUrl: string;
  browser: Browser;
  database: Client;
  /** A one-line description of the machine. */
  machine: string;
  /** A temporary folder, deleted after the measurement. */
  folder: string;
}

/** Settings of an installation with a browser. */
interface BrowserBenchSettings {
  /** Environment variables of the server that override the default ones. */
  serverVariables?: Record<string, string>;
  /** Additional command-line flags of Chromium. */
  chromiumFlags?: readonly string[];
  /** How much memory each process of Chromium may allocate, in KB. */
  maxProcessKb?: number;
}

/** Writes a script that starts Chromium and limits the memory of each process. @returns its path */
function writeLimitedChromiumScript(folder: string, chromiumPath: string, maxProcessKb: number): string {
  const scriptPath = join(folder, 'chromium.sh');
  writeFileSync(scriptPath, `#!/bin/sh\nulimit -d ${maxProcessKb}\nexec '${chromiumPath}' "$@"\n`);
  chmodSync(scriptPath, 0o755);
  return scriptPath;
}

/** Creates an installation, runs a measurement in Chromium and removes the installation. */
export async function runWithBrowser(
  run: (installation: InstallationWithBrowser) => Promise<void>,
  { serverVariables = {}, chromiumFlags = [], maxProcessKb }: BrowserBenchSettings = {},
): Promise<void> {
  const chromiumPath = await findChromium();
  if (!chromiumPath) throw new Error('This bench needs Chromium');
  await buildClientIfNeeded();
  await runWithInstallation(async (installation) => {
    await executeAsAdministrator(installation, 'create database seen');
    const url = makeDatabaseUrl(installation, 'seen');
    const server = await startServerProcess({ url, dataDir: installation.dataDir }, await findFreePort(), {
      ...makeServerEnvironment(url, installation.dataDir),
      ...serverVariables,
    });
    const scriptFolder = mkdtempSync(join(tmpdir(), 'mes-chromium-'));
    const database = new Client({ connectionString: url });
    let browser: Browser | null = null;
    try {
      browser = await chromium.launch({
        executablePath: maxProcessKb
          ? writeLimitedChromiumScript(scriptFolder, chromiumPath, maxProcessKb)
          : chromiumPath,
        chromiumSandbox: false,
        args: ['--disable-gpu', ...chromiumFlags],
      });
      await database.connect();
      const { machine, dataDir: folder } = installation;
      await run({ url: server.url, databaseUrl: url, browser, database, machine, folder });
    } finally {
      await database.end();
      await browser?.close();
      await server.end();
      rmSync(scriptFolder, { recursive: true, force: true });
    }
  });
}
