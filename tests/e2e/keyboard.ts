import type { Page } from 'playwright';
import { expect } from 'vitest';

/** The focused element as a user sees it. */
interface FocusedElement {
  /** The label or the text of the element. */
  name: string;
  tag: string;
  /**
   * Whether the element has a visible focus ring. Also true if no element has the focus, and for
   * elements that need no ring: the page content and the elements of the palette.
   */
  hasRing: boolean;
}

/** Maximum number of Tab presses from one control of a page to another. */
const MAX_TAB_PRESSES = 150;

function readFocusedElement(): FocusedElement {
  const element = document.activeElement as HTMLElement | null;
  if (!element || element === document.body) return { name: '', tag: 'BODY', hasRing: true };
  const label = (element as HTMLInputElement).labels?.[0];
  const name = element.getAttribute('aria-label') ?? label?.textContent ?? element.textContent ?? '';
  const hasVisibleRing = (candidate: Element | null | undefined): boolean => {
    if (!candidate) return false;
    const style = getComputedStyle(candidate);
    const hasOutline = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0;
    return hasOutline || style.boxShadow !== 'none';
  };
  // The ring may be on an ancestor, or on the next sibling if it is drawn instead of the element.
  const ringCandidates = [
    element,
    element.parentElement,
    element.parentElement?.parentElement,
    element.nextElementSibling,
  ];
  const needsNoRing = element.id === 'content' || element.closest('.palette') !== null;
  return {
    name: name.trim().replaceAll(/\s+/g, ' '),
    tag: element.tagName,
    hasRing: needsNoRing || ringCandidates.some(hasVisibleRing),
  };
}

/** A user who works only with the keyboard. */
export class KeyboardUser {
  readonly page: Page;
  /** The names of elements that had the focus without a visible ring. */
  readonly namesWithoutRing = new Set<string>();

  constructor(page: Page) {
    this.page = page;
  }

  async readFocus(): Promise<FocusedElement> {
    const focusedElement = await this.page.evaluate(readFocusedElement);
    if (!focusedElement.hasRing)
      this.namesWithoutRing.add(
        `${focusedElement.tag} ${focusedElement.name} at ${new URL(this.page.url()).pathname}`,
      );
    return focusedElement;
  }

  press(...keys: string[]): Promise<void> {
    return keys.reduce((before, key) => before.then(() => this.page.keyboard.press(key)), Promise.resolve());
  }

  type(text: string): Promise<void> {
    return this.page.keyboard.type(text);
  }

  /**
   * Presses Tab, or Shift+Tab to go back, until the focus is on a control with this name. A string
   * matches the beginning of the name, a pattern matches any part of it.
   */
  async tabTo(name: string | RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    const matchesName = (text: string) =>
      typeof name === 'string' ? text.startsWith(name) : name.test(text);
    const passedNames: string[] = [];
    for (let tabPresses = 0; tabPresses <= MAX_TAB_PRESSES; tabPresses++) {
      const focusedElement = await this.readFocus();
      if (matchesName(focusedElement.name)) return;
      passedNames.push(focusedElement.name);
      await this.press(key);
    }
    throw new Error(
      `${key} never came to ${String(name)}; it passed ${[...new Set(passedNames)].join(', ')}`,
    );
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

  /** Opens a page by typing `searchText` into the command palette. */
  async goTo(searchText: string, option: string, heading: string): Promise<void> {
    await this.press('Control+k');
    await this.page.getByRole('dialog').getByRole('combobox').waitFor();
    await this.type(searchText);
    await this.page.locator('[role="option"][aria-selected="true"]').filter({ hasText: option }).waitFor();
    await this.press('Enter');
    await this.page.getByRole('heading', { level: 1, name: heading }).first().waitFor();
  }

  /** Opens the form for a new row. The page must show a list. */
  async openNew(heading: string): Promise<void> {
    await this.press('n');
    await this.page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await expect.poll(async () => (await this.readFocus()).tag).toMatch(/^(INPUT|SELECT)$/);
  }

  /** Saves the form on screen and waits for the page of the saved row. */
  async save(): Promise<void> {
    await this.press('Control+s');
    await this.page.waitForURL(/\/\d+$/);
  }
}
