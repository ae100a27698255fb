import type { Locator, Page } from 'playwright';
import type { Lang } from '#shared/kernel/lang.ts';
import { translateTerm, type TermKey } from '#shared/terms/index.ts';
import { logIn, type LogInValues } from './log-in.ts';

/** Maximum wait for a change on a wall, in milliseconds. */
const MAX_CHANGE_WAIT_MS = 20_000;
/**
 * How long a wall must stay the same to count as settled, in milliseconds. It is longer than the poll interval of an
 * upstream MES.
 */
const SETTLE_MS = 3000;
/** The tiles of the main hall's wall. */
const WALL_TILES = [
  'outputToday',
  'currentShift',
  'openCalls',
  'orderProgress',
  'deviceStates',
  'outputByGroup',
  'latestReports',
] as const satisfies readonly TermKey[];

type WallTile = (typeof WALL_TILES)[number];

/** A wall in a browser window, read by its visible text. */
export class Wall {
  static readonly path = '/largeScreenReportForm';
  static readonly size = { width: 1920, height: 1080 };
  readonly page: Page;
  private readonly lang: Lang;

  private constructor(page: Page, lang: Lang) {
    this.page = page;
    this.lang = lang;
  }

  /** Logs in on the log-in page to which the wall redirected, and waits until the wall is shown. */
  static async open(page: Page, lang: Lang, logInValues: LogInValues): Promise<Wall> {
    await logIn(page, lang, logInValues);
    const wall = new Wall(page, lang);
    for (const tile of WALL_TILES) await wall.findTile(tile).waitFor();
    await page.evaluate(() => Object.assign(window, { stayed: true }));
    return wall;
  }

  findTile(title: WallTile): Locator {
    return this.page.getByRole('region', { name: this.translate(title), exact: true });
  }

  /** Tells whether the page has stayed open: it was not reloaded, and no other page was opened. */
  async hasPageStayedOpen(): Promise<boolean> {
    const isSamePage = await this.page.evaluate(() => 'stayed' in window);
    return isSamePage && new URL(this.page.url()).pathname === Wall.path;
  }

  /** Reads the texts of all rows and of all figures (`dd`) in the tiles. */
  readTexts(): Promise<string[]> {
    return this.page.evaluate(() =>
      [...document.querySelectorAll('section')]
        .flatMap((section) => [...section.querySelectorAll('[data-row], dd')])
        .map((row) => row.textContent),
    );
  }

  /** Waits until the texts stay the same for SETTLE_MS, because tiles are updated one by one. @returns the texts */
  async readSettledTexts(): Promise<string[]> {
    for (let texts = await this.readTexts(); ;) {
      await this.page.waitForTimeout(SETTLE_MS);
      const nextTexts = await this.readTexts();
      if (nextTexts.join('\n') === texts.join('\n')) return nextTexts;
      texts = nextTexts;
    }
  }

  /** Waits until every tile shows the age of its data. */
  async waitUntilOld(): Promise<void> {
    for (const tile of WALL_TILES) await this.findAge(tile).waitFor();
  }

  /** Waits until no tile shows the age of its data. */
  async waitUntilFresh(): Promise<void> {
    for (const tile of WALL_TILES) await this.findAge(tile).waitFor({ state: 'detached' });
  }

  /** Waits until a tile shows the age of its data. */
  async waitUntilTileOld(tile: WallTile): Promise<void> {
    await this.findAge(tile).waitFor();
  }

  /** Tells whether a tile shows the age of its data now. */
  async isTileOld(tile: WallTile): Promise<boolean> {
    return (await this.findAge(tile).count()) > 0;
  }

  /** Finds the banner that shows since when the server has been unreachable. */
  findBanner(): Locator {
    const pattern = this.translate('liveDownSince', { time: '\\d\\d:\\d\\d' });
    return this.page.getByRole('alert').filter({ hasText: new RegExp(pattern) });
  }

  /**
   * Starts watching a tile for a row that contains all of these texts.
   * @returns a function that resolves to the time at which the row appeared, in epoch milliseconds; NaN if it did not
   * appear in time
   */
  async watchRow(tile: WallTile, texts: readonly string[]): Promise<() => Promise<number>> {
    const watchHandle = await this.findTile(tile).evaluateHandle(
      (region, { wantedTexts, timeoutMs }) => {
        const hasAllTexts = (row: Element) => wantedTexts.every((text) => row.textContent.includes(text));
        const isRowShown = () => [...region.querySelectorAll('[data-row]')].some(hasAllTexts);
        if (isRowShown()) throw new Error(`A row shows ${wantedTexts.join(', ')} already`);
        const moment = new Promise<number>((resolve) => {
          const observer = new MutationObserver(() => {
            if (!isRowShown()) return;
            observer.disconnect();
            resolve(Date.now());
          });
          observer.observe(region, { childList: true, subtree: true, characterData: true });
          setTimeout(() => resolve(Number.NaN), timeoutMs);
        });
        return { moment };
      },
      { wantedTexts: texts, timeoutMs: MAX_CHANGE_WAIT_MS },
    );
    return () => watchHandle.evaluate(({ moment }) => moment);
  }

  private translate(key: TermKey, params?: Record<string, unknown>): string {
    return translateTerm(this.lang, key, params);
  }

  private findAge(tile: WallTile): Locator {
    const [seconds, minutes] = ['\\d+', '\\d+'];
    const durationPatterns = [
      this.translate('durationSeconds', { seconds }),
      this.translate('durationMinutes', { minutes }),
    ];
    const agePattern = this.translate('ageOfPicture', { age: `(${durationPatterns.join('|')})` });
    return this.findTile(tile).getByText(new RegExp(`^${agePattern}$`));
  }
}
