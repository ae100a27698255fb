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
  browser: Browser;
  database: Client;
  /** A one-line description of the machine. */
  machine: string;
  /** A temporary folder, deleted after the measurement. */
  folder: string;
}

/** Creates an installation, runs a measurement in Chromium and removes the installation. */
export async function runWithBrowser(
  run: (installation: InstallationWithBrowser) => Promise<void>,
): Promise<void> {
  const chromiumPath = await findChromium();
  if (!chromiumPath) throw new Error('This bench needs Chromium');
  await buildClientIfNeeded();
  await runWithInstallation(async (installation) => {
    await executeAsAdministrator(installation, 'create database seen');
    const url = makeDatabaseUrl(installation, 'seen');
    const server = await startServerProcess(
      { url, dataDir: installation.dataDir },
      await findFreePort(),
      makeServerEnvironment(url, installation.dataDir),
    );
    const browser = await chromium.launch({
      executablePath: chromiumPath,
      chromiumSandbox: false,
      args: ['--disable-gpu'],
    });
    const database = new Client({ connectionString: url });
    try {
      await database.connect();
      const { machine, dataDir: folder } = installation;
      await run({ url: server.url, browser, database, machine, folder });
    } finally {
      await database.end();
      await browser.close();
      await server.end();
    }
  });
}
