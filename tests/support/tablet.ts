import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright';
import { findChromium } from './programs.ts';

/** A 10-inch tablet in landscape orientation. */
const TABLET_SIZE = { width: 1280, height: 800 };

/** A tablet whose browser keeps its data when it is closed. */
export interface Tablet {
  /** Opens the browser. @param clockAheadMs how far its clock is ahead, in milliseconds */
  open: (clockAheadMs?: number) => Promise<Page>;
  close: () => Promise<void>;
  /** Closes the browser, and deletes its data. */
  closeAndDelete: () => Promise<void>;
}

/** Makes a tablet with an empty browser. */
export async function makeTablet(): Promise<Tablet> {
  const folder = mkdtempSync(join(tmpdir(), 'mes-tablet-'));
  const executablePath = (await findChromium())!;
  let context: BrowserContext | null = null;
  const close = async () => {
    await context?.close();
    context = null;
  };
  return {
    open: async (clockAheadMs = 0) => {
      await close();
      context = await chromium.launchPersistentContext(folder, {
        executablePath,
        chromiumSandbox: false,
        args: ['--disable-gpu', '--no-first-run', '--disable-background-networking'],
        viewport: TABLET_SIZE,
      });
      context.setDefaultTimeout(20_000);
      if (clockAheadMs !== 0)
        await context.addInitScript((aheadMs) => {
          const RealDate = Date;
          class WrongDate extends RealDate {
            constructor(...dateArguments: unknown[]) {
              if (dateArguments.length === 0) super(RealDate.now() + aheadMs);
              else super(...(dateArguments as [number]));
            }
            static override now() {
              return RealDate.now() + aheadMs;
            }
          }
          globalThis.Date = WrongDate as DateConstructor;
        }, clockAheadMs);
      return context.pages()[0] ?? context.newPage();
    },
    close,
    closeAndDelete: async () => {
      await close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
