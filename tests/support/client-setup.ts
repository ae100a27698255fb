import { buildClient } from './build-client.ts';
import { findChromium } from './programs.ts';

/** Builds the client once, before any browser test runs. */
export default async function setup(): Promise<void> {
  if ((await findChromium()) !== null) await buildClient();
}
