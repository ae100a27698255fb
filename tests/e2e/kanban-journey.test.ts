import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import { translateTerm } from '#shared/terms/index.ts';
import { describeJourneys } from '#tests/support/browser.ts';
import { addCustomer, addCustomerOrder, addKanban, makeKanbanLink } from '#tests/support/kanban-maker.ts';
import {
  startTestServer,
  TEST_ADMIN,
  TEST_VERIFICATION_CODE,
  type Caller,
  type TestServer,
} from '#tests/support/wire-server.ts';
import { logIn } from './log-in.ts';
import { translate } from './translate.ts';

const PHONE_SIZE = { width: 390, height: 844 };
/** Matches the console errors of visitors without a password and of visitors with an expired link. */
const REFUSED_CALL_PATTERN = /status of (401|403|404)/;

describeJourneys('A customer kanban', (windows, database) => {
  let server: TestServer;
  let admin: Caller;
  let customer: { id: number };
  beforeAll(async () => {
    server = await startTestServer(database);
    admin = await server.caller().logIn();
    customer = await addCustomer(admin);
  });
  afterAll(() => server?.close());

  test('is shared by a link, followed live without a log-in, and lost when the link is revoked', async () => {
    const order = await addCustomerOrder(admin, customer.id, { name: 'Valve body', dueDate: '2026-01-05' });
    const kanban = await addKanban(admin, customer.id, ['name'], { heading: 'Your orders' });

    const { page: desk } = await windows.open(`${server.url}/customerKanban/edit/${kanban.id}`);
    await logIn(desk, DEFAULT_LANG, { ...TEST_ADMIN, code: TEST_VERIFICATION_CODE });
    await desk.getByRole('button', { name: translate('kanbanLinks') }).click();
    const links = desk.getByRole('dialog').filter({ hasText: translate('kanbanLinks') });
    await links.getByText(translate('noLinksYet')).waitFor();
    await links.getByRole('button', { name: translate('makeLink') }).click();
    const form = desk.getByRole('dialog', { name: translate('makeLink') });
    await form.getByRole('textbox', { name: translate('linkRecipient') }).fill('Ms Chen');
    await form.getByLabel(translate('linkValidUntil')).fill('2026-12-31');
    await form.getByRole('button', { name: translate('makeLink') }).click();
    const address = (await desk.locator('output').textContent())!;
    expect(address).toMatch(new RegExp(`^${server.url}/k#[\\w-]{32}$`));
    await desk
      .getByRole('dialog', { name: translate('linkAddress') })
      .getByRole('button', { name: translate('dismiss') })
      .click();

    const { page: visitor, allowErrors } = await windows.open(address, PHONE_SIZE);
    await visitor.getByRole('heading', { level: 1, name: 'Your orders' }).waitFor();
    await visitor.getByText(order.code).waitFor();
    await visitor.getByText(translate('kanbanLive')).waitFor();
    expect(await visitor.getByRole('link').count()).toBe(0);
    const laterOrder = await addCustomerOrder(admin, customer.id, { name: 'Pump housing' });
    await visitor.getByText(laterOrder.code).waitFor();

    await desk.getByRole('button', { name: translate('revokeLink'), exact: true }).click();
    const question = desk.getByRole('dialog', { name: translate('revokeLink') }).last();
    allowErrors(REFUSED_CALL_PATTERN);
    await question.getByRole('button', { name: translate('revokeLink') }).click();
    await visitor.getByText(translate('error.linkNotValid')).waitFor();
    expect(await visitor.getByText(order.code).count()).toBe(0);
    expect(new URL(visitor.url()).pathname).toBe('/k');
    await links
      .getByRole('row')
      .filter({ hasText: translate('linkRevoked') })
      .waitFor();

    // A signed-in person opens a link in the same browser and stays signed in.
    const sameBrowser = await desk.context().newPage();
    const { token } = await makeKanbanLink(admin, kanban.id);
    await sameBrowser.goto(`${server.url}/k#${token}`);
    await sameBrowser.getByText(order.code).waitFor();
    await desk.reload();
    await desk.getByRole('button', { name: translate('kanbanLinks') }).waitFor();
  });

  test('asks for the password of its link, in the language of the link', async () => {
    const kanban = await addKanban(admin, customer.id, ['name'], { heading: 'Nur für Sie' });
    const { token } = await makeKanbanLink(admin, kanban.id, { password: 'Tower 42', language: 'en_US' });
    const { page, allowErrors } = await windows.open('about:blank');
    allowErrors(REFUSED_CALL_PATTERN);
    await page.goto(`${server.url}/k#${token}`);
    const field = page.getByLabel(translate('password'), { exact: true });
    await field.fill('Tower 43');
    await page.keyboard.press('Enter');
    await page.getByText(translate('error.linkPasswordWrong')).waitFor();
    await field.fill('Tower 42');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Nur für Sie' }).waitFor();
    await page.getByText(`● ${translateTerm('en_US', 'kanbanLive')}`, { exact: true }).waitFor();
  });
});
