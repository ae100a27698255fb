import type { Locator, Page } from 'playwright';

/** Counts what a person does on a page: each filled field, each click, each pressed key and each typed text. */
export class StepCounter {
  count = 0;

  async fill(field: Locator, text: string): Promise<void> {
    this.count += 1;
    await field.fill(text);
  }

  async click(target: Locator): Promise<void> {
    this.count += 1;
    await target.click();
  }

  async press(page: Page, key: string): Promise<void> {
    this.count += 1;
    await page.keyboard.press(key);
  }

  /** Types into the field that has the focus. */
  async type(page: Page, text: string): Promise<void> {
    this.count += 1;
    await page.keyboard.type(text);
  }
}
