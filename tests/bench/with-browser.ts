import { Client } from 'pg';
import { chromium, type Browser } from 'playwright';
import { buildClient } from '#tests/support/build-client.ts';
import { findChromium } from '#tests/support/programs.ts';
import { freePort, startServerProcess } from '#tests/support/server-process.ts';
import { administer, configOf, withInstallation, urlOf } from './installation.ts';

/** A installation with the product in a process of its own, and a browser that looks at it. */
export interface BrowserInstallation {
  /** Where the product answers. */
  url: string;
  browser: Browser;
  database: Client;
  /** The machine, in a line. */
  machine: string;
  /** A folder that is gone afterwards. */
  folder: string;
}

/** Opens a installation for the length of a measurement in Chromium, and leaves nothing of it behind. */
export async function withBrowser(run: (installation: BrowserInstallation) => Promise<void>): Promise<void> {
  const program = await findChromium();
  if (!program) throw new Error('This bench needs Chromium');
  await buildClient();
  await withInstallation(async (installation) => {
    await administer(installation, 'create database seen');
    const url = urlOf(installation, 'seen');
    const server = await startServerProcess(
      { url, dataDir: installation.dataDir },
      await freePort(),
      configOf(url, installation.dataDir),
    );
    const browser = await chromium.launch({
      executablePath: program,
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
