import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import { formatLocalTime } from '#client/kit/words/formats.ts';
import { toMidSentence } from '#client/kit/words/mid-sentence.ts';
import { entities } from '#shared/entities/index.ts';
import { getFieldLabel, type FieldMap } from '#shared/kernel/fields.ts';
import type { Lang } from '#shared/kernel/lang.ts';
import { translateTerm, type TermKey } from '#shared/terms/index.ts';

/** Performs the actions of planners and operators on the order pages. It finds controls by their visible text. */
export class OrderPages {
  private readonly page: Page;
  private readonly lang: Lang;
  /** The factory's time zone, in which users enter times. */
  private readonly zone: string;

  constructor(page: Page, lang: Lang, zone: string) {
    this.page = page;
    this.lang = lang;
    this.zone = zone;
  }

  /** Opens the order list from the navigation. */
  async openList(): Promise<void> {
    const navigation = this.page.getByRole('navigation', { name: this.say('navigation'), exact: true });
    await navigation.getByRole('link', { name: this.say('workOrders'), exact: true }).click();
    await this.page.getByRole('table', { name: this.say('workOrders') }).waitFor();
  }

  /** Creates an order with its first part and stays on the new order's page. */
  async addOrder(order: { code: string; name: string; quantity: number; dueDate: string }): Promise<void> {
    await this.press(this.page, 'addNamed', { name: toMidSentence(this.say('workOrder')) });
    const dialog = this.dialog();
    for (const [name, value] of Object.entries(order)) {
      await this.type(dialog, entities.workOrder.fields, name, String(value));
    }
    await this.press(dialog, 'createOrder');
    await this.page.getByRole('heading', { level: 1, name: order.code }).waitFor();
  }

  /** Adds a process at the end of the routing on the page. Expects the dialog to propose this group. */
  async addProcess(craft: string, group: string): Promise<void> {
    await this.press(this.page, 'addNamed', { name: toMidSentence(this.say('process')) });
    const dialog = this.dialog();
    await this.pick(dialog, this.say('craft'), craft);
    const groupCombobox = dialog.getByRole('combobox', { name: this.say('workGroup'), exact: true });
    await expect.poll(() => groupCombobox.inputValue(), { timeout: 20_000 }).toBe(group);
    await this.press(dialog, 'save');
    await dialog.waitFor({ state: 'detached' });
  }

  /** Releases the order to the floor. */
  async release(): Promise<void> {
    await this.press(this.page, 'release');
    await this.stateLabel(this.page.getByRole('main'), 'released').waitFor();
  }

  /** Reports that `person`, not the logged-in `self`, started the whole quantity this many minutes ago. */
  async start(process: string, self: string, person: string, minutesAgo: number): Promise<void> {
    await this.press(this.page, 'actOf', { what: this.say('start'), name: process });
    const dialog = this.dialog();
    await this.press(dialog, 'removeNamed', { name: self });
    await this.pick(dialog, this.say('people'), person);
    await dialog.getByText(this.say('phaseAndTime'), { exact: true }).click();
    const [day, time] = formatLocalTime(Date.now() - minutesAgo * 60_000, this.zone).split('T') as [
      string,
      string,
    ];
    const at = dialog.getByRole('textbox', { name: this.say('at'), exact: true });
    await at.fill(day);
    await at.blur();
    await dialog.getByRole('textbox', { name: this.say('timeOfDay'), exact: true }).fill(time.slice(0, 5));
    await this.press(dialog, 'start');
    await dialog.waitFor({ state: 'detached' });
  }

  /** Opens the dialog that finishes a person's open report. @returns a function that submits the dialog */
  async openFinish(process: string, person: string): Promise<() => Promise<void>> {
    await this.press(this.page, 'actOf', { what: this.say('finish'), name: `${process} · ${person}` });
    const dialog = this.dialog();
    await dialog.getByRole('button', { name: this.say('finish'), exact: true }).waitFor();
    return () => this.press(dialog, 'finish');
  }

  /** Finds the card of a process. */
  card(seq: number, process: string): Locator {
    return this.page.getByRole('article', { name: `${seq} ${process}`, exact: true });
  }

  /** Finds the first label of a state: a symbol and the word of the state. */
  stateLabel(within: Locator, state: TermKey): Locator {
    return within.getByText(new RegExp(`^.?${this.say(state)}$`, 'u')).first();
  }

  private readonly say = (key: TermKey, params?: Record<string, unknown>): string =>
    translateTerm(this.lang, key, params);

  private dialog(): Locator {
    return this.page.getByRole('dialog');
  }

  private press(within: Page | Locator, key: TermKey, params?: Record<string, unknown>): Promise<void> {
    return within.getByRole('button', { name: this.say(key, params), exact: true }).click();
  }

  private async type(within: Locator, fields: FieldMap, name: string, value: string): Promise<void> {
    const label = this.say(getFieldLabel(name, fields[name]!));
    await within.getByRole('textbox', { name: label, exact: true }).fill(value);
  }

  private async pick(within: Locator, label: string, wanted: string): Promise<void> {
    await within.getByRole('combobox', { name: label, exact: true }).fill(wanted);
    await this.page.getByRole('option', { name: wanted }).click();
  }
}
