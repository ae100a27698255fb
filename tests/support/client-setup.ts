import { buildClientIfNeeded } from './build-client.ts';
import { findChromium } from './programs.ts';

/** Builds the client before the browser tests. Without Chromium these tests are skipped, so nothing is built. */
export default async function buildClientForBrowserTests(): Promise<void> {
  if ((await findChromium()) !== null) await buildClientIfNeeded();
}
