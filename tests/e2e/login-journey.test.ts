import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import { describeJourneys } from '#tests/support/browser.ts';
import { DEFAULT_PASSWORD, hireEmployee } from '#tests/support/wire-people.ts';
import {
  startTestServer,
  TEST_ADMIN,
  TEST_SPOKEN_CODE,
  TEST_VERIFICATION_CODE,
  type Caller,
  type TestServer,
} from '#tests/support/wire-server.ts';
import { logIn } from './log-in.ts';
import { translate } from './translate.ts';

/** The address of the browser, as the server sees it. */
const BROWSER_IP = '127.0.0.1';
/** The number of wrong passwords from one address after which a log-in from there needs a verification code. */
const WRONG_PASSWORD_LIMIT = 10;
/** Matches the console errors of refused log-ins. */
const REFUSED_LOG_IN_PATTERN = /status of 4(22|29)/;

const findVerificationCodeInput = (page: Page) =>
  page.getByRole('textbox', { name: translate('verificationCode'), exact: true });
const findLogInButton = (page: Page) => page.getByRole('button', { name: translate('logIn'), exact: true });
const waitUntilLoggedIn = (page: Page) =>
  page.getByRole('button', { name: translate('findAnything') }).waitFor();

describeJourneys('From an address with many wrong passwords', (windows, database) => {
  let server: TestServer;
  let admin: Caller;
  beforeAll(async () => {
    const settings = { MES_CAPTCHA: 'off', MES_RATE_LIMIT: '0', MES_DEFAULT_PASSWORD: DEFAULT_PASSWORD };
    server = await startTestServer(database, settings);
    admin = await server.caller('10.0.0.1').logIn();
  });
  afterAll(() => server?.close());

  const guessPasswords = () =>
    Promise.all(
      Array.from({ length: WRONG_PASSWORD_LIMIT }, (_, index) =>
        server.caller(BROWSER_IP).ask('/mes/login/login', {
          ...TEST_ADMIN,
          employeeCode: `guess-${index}`,
          password: 'Wrong1234',
        }),
      ),
    );

  test('a person who presses Enter before the page knows whether it needs a code is logged in once', async () => {
    const { page } = await windows.open('about:blank');
    let logIns = 0;
    let answerCode = () => {};
    const codeAnsweredPromise = new Promise<void>((resolve) => (answerCode = resolve));
    await page.route('**/mes/login/code', async (route) => {
      await codeAnsweredPromise;
      await route.continue();
    });
    page.on('request', (request) => (logIns += request.url().endsWith('/mes/login/login') ? 1 : 0));
    await page.goto(`${server.url}/login`);
    for (const name of ['factoryCode', 'employeeCode', 'password'] as const)
      await page.getByRole('textbox', { name: translate(name), exact: true }).fill(TEST_ADMIN[name]);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    expect(logIns).toBe(0);
    answerCode();
    await waitUntilLoggedIn(page);
    expect(logIns).toBe(1);
  });

  test('a person logs in without a code on a known device; another person on this device needs a code', async () => {
    const { page, allowErrors } = await windows.open(`${server.url}/login`);
    await findLogInButton(page).waitFor();
    expect(await findVerificationCodeInput(page).count()).toBe(0);
    await logIn(page, DEFAULT_LANG, TEST_ADMIN);
    await waitUntilLoggedIn(page);
    await guessPasswords();

    // Without the session storage the person is logged out. The key of the device stays, because it is in the
    // local storage.
    await page.evaluate(() => sessionStorage.clear());
    await page.goto(`${server.url}/login`);
    await logIn(page, DEFAULT_LANG, TEST_ADMIN);
    await waitUntilLoggedIn(page);

    allowErrors(REFUSED_LOG_IN_PATTERN);
    const otherEmployee = await hireEmployee(admin);
    await page.evaluate(() => sessionStorage.clear());
    await page.goto(`${server.url}/login`);
    await logIn(page, DEFAULT_LANG, {
      ...TEST_ADMIN,
      employeeCode: otherEmployee.code,
      password: DEFAULT_PASSWORD,
    });
    await page
      .getByRole('alert')
      .filter({ hasText: translate('error.verificationCodeNeeded') })
      .waitFor();
    await findVerificationCodeInput(page).waitFor();
    expect(await findVerificationCodeInput(page).evaluate((field) => field === document.activeElement)).toBe(
      true,
    );
    await page.keyboard.type(TEST_VERIFICATION_CODE);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: translate('mustChangeTitle') }).waitFor();
  });

  test('a stranger needs a code, needs a new code after a wrong one, and can listen to the code', async () => {
    await guessPasswords();
    const { page, allowErrors } = await windows.open(`${server.url}/login`);
    allowErrors(REFUSED_LOG_IN_PATTERN);
    await logIn(page, DEFAULT_LANG, { ...TEST_ADMIN, code: 'XXXX' });
    await page
      .getByRole('alert')
      .filter({ hasText: translate('error.verificationCodeWrong') })
      .waitFor();
    expect(await findVerificationCodeInput(page).inputValue()).toBe('');
    // A log-in without a code shows an error only at the field of the code.
    await page.getByRole('button', { name: translate('logIn'), exact: true }).click();
    await page.getByText(translate('error.field.required')).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await findVerificationCodeInput(page).evaluate((field) => field === document.activeElement)).toBe(
      true,
    );

    // Only the keyboard is used from here on.
    const listenButton = page.getByRole('button', { name: translate('listenToCode') });
    await findVerificationCodeInput(page).focus();
    for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Tab');
    expect(await listenButton.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    const sound = page.locator('audio');
    await sound.waitFor();
    await expect
      .poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.currentTime))
      .toBeGreaterThan(0);
    expect(await page.getByRole('img', { name: translate('verificationCode') }).count()).toBe(0);
    await findVerificationCodeInput(page).focus();
    await page.keyboard.type(TEST_SPOKEN_CODE);
    await page.keyboard.press('Enter');
    await waitUntilLoggedIn(page);
  });
});
