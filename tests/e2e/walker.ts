import type { Page } from 'playwright';

/** How long nothing may be asked for until a page counts as there, in milliseconds. */
const QUIET_MS = 60;

/** How long a page may take to be left, in milliseconds. */
const LEAVING_MS = 2000;

/** Walks through the pages of the product as its links do: without loading it anew. */
export class Walker {
  private readonly page: Page;
  private asking = 0;

  constructor(page: Page) {
    this.page = page;
    page.on('request', () => (this.asking += 1));
    const ended = () => (this.asking = Math.max(0, this.asking - 1));
    page.on('requestfinished', ended);
    page.on('requestfailed', ended);
  }

  /** Where it has been led to. */
  get path(): string {
    return new URL(this.page.url()).pathname;
  }

  /** Goes to an address, and waits until its page is there with what it shows. */
  async go(path: string): Promise<void> {
    await this.page.evaluate((to) => {
      for (const heading of document.querySelectorAll('h1')) heading.dataset['left'] = to;
      window.history.pushState(null, '', to);
      window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
    }, path);
    // The page that is left stays in sight while the next one is fetched; one that is both keeps its heading.
    await this.page
      .waitForFunction(() => !document.querySelector('h1[data-left]'), undefined, { timeout: LEAVING_MS })
      .catch(() => undefined);
    let quiet = 0;
    while (quiet < QUIET_MS) {
      await this.page.waitForTimeout(20);
      quiet = this.asking === 0 ? quiet + 20 : 0;
    }
    await this.page.locator('h1').first().waitFor();
    await this.page.waitForFunction(() => !document.querySelector('.skeleton, [aria-busy="true"]'));
  }
}
