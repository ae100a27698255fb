import { buildClient } from './build-client.ts';
import { findChromium } from './programs.ts';

/** Builds what the browsers of a suite open, once and before any of them. */
export default async function setup(): Promise<void> {
  if ((await findChromium()) !== null) await buildClient();
}
