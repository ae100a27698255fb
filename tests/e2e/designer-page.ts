import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import { translateTerm, type TermKey } from '#shared/terms/index.ts';
import { KeyboardUser } from './keyboard.ts';

/** Returns the text of a term in the default language. */
export const say = (key: TermKey, params?: Record<string, unknown>): string =>
  translateTerm(DEFAULT_LANG, key, params);

/** A rectangle on the page, in pixels. */
interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A designer in a browser window. */
export class DesignerPage {
  readonly page: Page;
  readonly keys: KeyboardUser;

  constructor(page: Page) {
    this.page = page;
    this.keys = new KeyboardUser(page);
  }

  findTiles(): Locator {
    return this.page.locator('.design-tile');
  }

  /** Reads the labels of the tiles: the title, the column, the row, the width and the height. */
  readTiles(): Promise<(string | null)[]> {
    return this.findTiles().evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute('aria-label')));
  }

  async waitForTiles(expected: readonly string[]): Promise<void> {
    await expect.poll(() => this.readTiles()).toEqual(expected);
  }

  findPaletteButton(title: TermKey): Locator {
    return this.page.getByRole('button', { name: say('addWidget', { title: say(title) }) });
  }

  /** Drags the mouse by `distance`, in pixels, from a point in an element. */
  async drag(
    element: Locator,
    getStart: (box: Box) => [number, number],
    distance: [number, number],
  ): Promise<void> {
    const [x, y] = getStart((await element.boundingBox())!);
    const { mouse } = this.page;
    await mouse.move(x, y);
    await mouse.down();
    await mouse.move(x + distance[0] / 2, y + distance[1] / 2, { steps: 4 });
    await mouse.move(x + distance[0], y + distance[1], { steps: 4 });
    await mouse.up();
  }

  /** Returns the width and the height of a cell with its gap, in pixels. */
  async measureCell(): Promise<[number, number]> {
    const { width, height } = (await this.page.locator('.design-grid').boundingBox())!;
    return [width / 24, height / 24];
  }

  async save(): Promise<void> {
    await this.page.getByRole('button', { name: say('save'), exact: true }).click();
    await this.waitUntilSaved();
  }

  async waitUntilSaved(): Promise<void> {
    await this.page.locator('.designer-name').getByText(say('unsavedChanges')).waitFor({ state: 'detached' });
  }

  /** Reads the title and the place of a tile from its label; null if there is no such tile. */
  async readTile(index: number) {
    const label = (await this.readTiles())[index];
    if (!label) return null;
    const [title, ...rest] = label.split('，');
    const [x, y, w, h] = rest.join(' ').match(/\d+/g)!.map(Number);
    return { title, x: x!, y: y!, w: w!, h: h! };
  }
}

/** Returns the label of a tile. Columns and rows are counted from 1. */
export const formatTilePlace = (title: TermKey, x: number, y: number, w: number, h: number): string =>
  say('tilePlace', { title: say(title), x, y, w, h });

export const getBoxCenter = ({ x, y, width, height }: Box): [number, number] => [
  x + width / 2,
  y + height / 2,
];
