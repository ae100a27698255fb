import type { Page } from 'playwright';
import { expect } from 'vitest';

/** The focused element as a user sees it. */
interface FocusedElement {
  /** The label or the text of the element. */
  name: string;
  tag: string;
  /**
   * Whether the element has a visible focus ring. Also true for the page content and the elements of the palette, which
   * need no ring, and if no element has the focus.
   */
  hasRing: boolean;
}

/** Maximum number of Tab presses from one control of a page to another. */
const MAX_TAB_PRESSES = 120;

function readFocusedElement(): FocusedElement {
  const element = document.activeElement as HTMLElement | null;
  if (!element || element === document.body) return { name: '', tag: 'BODY', hasRing: true };
  const label = (element as HTMLInputElement).labels?.[0];
  const name = element.getAttribute('aria-label') ?? label?.textContent ?? element.textContent ?? '';
  const shows = (one: Element | null | undefined): boolean => {
    if (!one) return false;
    const style = getComputedStyle(one);
    const outlined = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0;
    return outlined || style.boxShadow !== 'none';
  };
  // The ring may be on an ancestor of the element, or on the next element, which is drawn in its place.
  const around = [
    element,
    element.parentElement,
    element.parentElement?.parentElement,
    element.nextElementSibling,
  ];
  const needsNoRing = element.id === 'content' || element.closest('.palette') !== null;
  return {
    name: name.trim().replaceAll(/\s+/g, ' '),
    tag: element.tagName,
    hasRing: needsNoRing || around.some(shows),
  };
}

/** A user who works only with the keyboard. */
export class KeyboardUser {
  readonly page: Page;
  /** The names of elements that had the focus without a visible ring. */
  readonly withoutRing = new Set<string>();

  constructor(page: Page) {
    this.page = page;
  }

  async focused(): Promise<FocusedElement> {
    const found = await this.page.evaluate(readFocusedElement);
    if (!found.hasRing)
      this.withoutRing.add(`${found.tag} ${found.name} at ${new URL(this.page.url()).pathname}`);
    return found;
  }

  press(...keys: string[]): Promise<void> {
    return keys.reduce((before, key) => before.then(() => this.page.keyboard.press(key)), Promise.resolve());
  }

  type(text: string): Promise<void> {
    return this.page.keyboard.type(text);
  }

  /**
   * Presses Tab, or Shift+Tab to go back, until the focus is on a control with this name. A text is the beginning of the
   * name; a pattern must match the name.
   */
  async tabTo(name: string | RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    const fits = (text: string) => (typeof name === 'string' ? text.startsWith(name) : name.test(text));
    const passed: string[] = [];
    for (let tabs = 0; tabs <= MAX_TAB_PRESSES; tabs++) {
      const found = await this.focused();
      if (fits(found.name)) return;
      passed.push(found.name);
      await this.press(key);
    }
    throw new Error(`${key} never came to ${String(name)}; it passed ${[...new Set(passed)].join(', ')}`);
  }

  /** Fills in the field with this name. */
  async fill(name: string, text: string): Promise<void> {
    await this.tabTo(name);
    await this.type(text);
  }

  /** Searches in the picker with this name and takes the first option. */
  async pick(name: string, text: string): Promise<void> {
    await this.fill(name, text);
    await this.takeOption(text);
  }

  /** Takes the first option that the open picker shows for a text. */
  async takeOption(text: string): Promise<void> {
    await this.page.getByRole('option', { name: text }).first().waitFor();
    await this.press('Enter');
  }

  /** Opens a page by typing into the command palette. */
  async goTo(typed: string, option: string, heading: string): Promise<void> {
    await this.press('Control+k');
    await this.page.getByRole('dialog').getByRole('combobox').waitFor();
    await this.type(typed);
    await this.page.locator('[role="option"][aria-selected="true"]').filter({ hasText: option }).waitFor();
    await this.press('Enter');
    await this.page.getByRole('heading', { level: 1, name: heading }).first().waitFor();
  }

  /** Opens, from a list, the form for a new row. */
  async openNew(heading: string): Promise<void> {
    await this.press('n');
    await this.page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await expect.poll(async () => (await this.focused()).tag).toMatch(/^(INPUT|SELECT)$/);
  }

  /** Saves the form on screen and waits for the page of the saved row. */
  async save(): Promise<void> {
    await this.press('Control+s');
    await this.page.waitForURL(/\/\d+$/);
  }
}
