import type { Page } from 'playwright';

/** A page counts as loaded after this time without requests, in milliseconds. */
const QUIET_PERIOD_MS = 60;

/** Maximum wait until the previous page is gone, in milliseconds. */
const MAX_PAGE_LEAVE_MS = 2000;

/** Opens pages of the application without a reload, as its links do. */
export class PageVisitor {
  private readonly page: Page;
  private pendingRequests = 0;

  constructor(page: Page) {
    this.page = page;
    page.on('request', () => (this.pendingRequests += 1));
    const onRequestEnd = () => (this.pendingRequests = Math.max(0, this.pendingRequests - 1));
    page.on('requestfinished', onRequestEnd);
    page.on('requestfailed', onRequestEnd);
  }

  /** The path of the current page, after any redirect. */
  get path(): string {
    return new URL(this.page.url()).pathname;
  }

  /** Goes to an address and waits until its page and data have loaded. */
  async goTo(path: string): Promise<void> {
    await this.page.evaluate((targetPath) => {
      for (const heading of document.querySelectorAll('h1')) heading.dataset['left'] = targetPath;
      window.history.pushState(null, '', targetPath);
      window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
    }, path);
    // The previous page stays visible until the next page has loaded. Two views of one page share
    // the heading, so this wait may time out.
    await this.page
      .waitForFunction(() => !document.querySelector('h1[data-left]'), undefined, {
        timeout: MAX_PAGE_LEAVE_MS,
      })
      .catch(() => undefined);
    let quietMs = 0;
    while (quietMs < QUIET_PERIOD_MS) {
      await this.page.waitForTimeout(20);
      quietMs = this.pendingRequests === 0 ? quietMs + 20 : 0;
    }
    await this.page.locator('h1').first().waitFor();
    await this.page.waitForFunction(() => !document.querySelector('.skeleton, [aria-busy="true"]'));
  }
}
