import { buildClient } from './build-client.ts';
import { findChromium } from './programs.ts';

/** Builds the client once before the browser tests run. Without Chromium they are skipped, so nothing is built. */
export default async function setup(): Promise<void> {
  if ((await findChromium()) !== null) await buildClient();
}
