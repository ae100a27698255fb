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
    const navigation = this.page.getByRole('navigation', { name: this.translate('navigation'), exact: true });
    await navigation.getByRole('link', { name: this.translate('workOrders'), exact: true }).click();
    await this.page.getByRole('table', { name: this.translate('workOrders') }).waitFor();
  }

  /** Creates an order with its first part and stays on the new order's page. */
  async addOrder(order: { code: string; name: string; quantity: number; dueDate: string }): Promise<void> {
    await this.press(this.page, 'addNamed', { name: toMidSentence(this.translate('workOrder')) });
    const dialog = this.findDialog();
    for (const [name, value] of Object.entries(order)) {
      await this.type(dialog, entities.workOrder.fields, name, String(value));
    }
    await this.press(dialog, 'createOrder');
    await this.page.getByRole('heading', { level: 1, name: order.code }).waitFor();
  }

  /** Adds a process at the end of the routing on the page. Expects the dialog to propose `group`. */
  async addProcess(craft: string, group: string): Promise<void> {
    await this.press(this.page, 'addNamed', { name: toMidSentence(this.translate('process')) });
    const dialog = this.findDialog();
    await this.pick(dialog, this.translate('craft'), craft);
    const groupCombobox = dialog.getByRole('combobox', { name: this.translate('workGroup'), exact: true });
    await expect.poll(() => groupCombobox.inputValue()).toBe(group);
    await this.press(dialog, 'save');
    await dialog.waitFor({ state: 'detached' });
  }

  /** Releases the order to the shop floor. */
  async release(): Promise<void> {
    await this.press(this.page, 'release');
    await this.findStateLabel(this.page.getByRole('main'), 'released').waitFor();
  }

  /** Reports that `person`, not `loggedInPerson`, started the whole quantity `minutesAgo` minutes ago. */
  async start(process: string, loggedInPerson: string, person: string, minutesAgo: number): Promise<void> {
    await this.press(this.page, 'actOf', { what: this.translate('start'), name: process });
    const dialog = this.findDialog();
    await this.press(dialog, 'removeNamed', { name: loggedInPerson });
    await this.pick(dialog, this.translate('people'), person);
    await dialog.getByText(this.translate('phaseAndTime'), { exact: true }).click();
    const [day, time] = formatLocalTime(Date.now() - minutesAgo * 60_000, this.zone).split('T') as [
      string,
      string,
    ];
    const dayTextbox = dialog.getByRole('textbox', { name: this.translate('at'), exact: true });
    await dayTextbox.fill(day);
    await dayTextbox.blur();
    await dialog
      .getByRole('textbox', { name: this.translate('timeOfDay'), exact: true })
      .fill(time.slice(0, 5));
    await this.press(dialog, 'start');
    await dialog.waitFor({ state: 'detached' });
  }

  /** Opens the dialog that finishes a person's open report. @returns a function that submits the dialog */
  async openFinish(process: string, person: string): Promise<() => Promise<void>> {
    await this.press(this.page, 'actOf', { what: this.translate('finish'), name: `${process} · ${person}` });
    const dialog = this.findDialog();
    await dialog.getByRole('button', { name: this.translate('finish'), exact: true }).waitFor();
    return () => this.press(dialog, 'finish');
  }

  /** Finds the card of a process. */
  findCard(seq: number, process: string): Locator {
    return this.page.getByRole('article', { name: `${seq} ${process}`, exact: true });
  }

  /** Finds the first label that consists of an optional symbol and the word of this state. */
  findStateLabel(container: Locator, state: TermKey): Locator {
    return container.getByText(new RegExp(`^.?${this.translate(state)}$`, 'u')).first();
  }

  private readonly translate = (key: TermKey, params?: Record<string, unknown>): string =>
    translateTerm(this.lang, key, params);

  private findDialog(): Locator {
    return this.page.getByRole('dialog');
  }

  private press(container: Page | Locator, key: TermKey, params?: Record<string, unknown>): Promise<void> {
    return container.getByRole('button', { name: this.translate(key, params), exact: true }).click();
  }

  private async type(container: Locator, fields: FieldMap, name: string, value: string): Promise<void> {
    const label = this.translate(getFieldLabel(name, fields[name]!));
    await container.getByRole('textbox', { name: label, exact: true }).fill(value);
  }

  private async pick(container: Locator, label: string, optionText: string): Promise<void> {
    await container.getByRole('combobox', { name: label, exact: true }).fill(optionText);
    await this.page.getByRole('option', { name: optionText }).click();
  }
}
