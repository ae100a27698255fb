import type { Page } from 'playwright';
import { DEFAULT_LANG, HTML_TAG_BY_LANG, type Lang } from '#shared/kernel/lang.ts';
import { translateTerm } from '#shared/terms/index.ts';

/** The values that a user enters on the log-in page. */
export interface LogInValues {
  factoryCode: string;
  employeeCode: string;
  password: string;
  /** The verification code; omitted if the page does not require one. */
  code?: string;
}

/** Chooses the language on a public page that is still in the default language. */
export async function chooseLang(page: Page, lang: Lang): Promise<void> {
  await page.getByRole('combobox', { name: translateTerm(DEFAULT_LANG, 'language') }).selectOption(lang);
  await page.waitForFunction((langTag) => document.documentElement.lang === langTag, HTML_TAG_BY_LANG[lang]);
}

/** Fills in the log-in page and submits it. @param lang the language of the page */
export async function logIn(page: Page, lang: Lang, logInValues: LogInValues): Promise<void> {
  const { code } = logInValues;
  for (const name of ['factoryCode', 'employeeCode', 'password'] as const) {
    await page.getByRole('textbox', { name: translateTerm(lang, name), exact: true }).fill(logInValues[name]);
  }
  if (code !== undefined) {
    await page.getByRole('img', { name: translateTerm(lang, 'verificationCode') }).waitFor();
    await page
      .getByRole('textbox', { name: translateTerm(lang, 'verificationCode'), exact: true })
      .fill(code);
  }
  await page.getByRole('button', { name: translateTerm(lang, 'logIn'), exact: true }).click();
}

/** Opens the part “Set-up” of the menu. In a new browser this part is closed. */
export const openSetUpMenu = (page: Page, lang: Lang = DEFAULT_LANG): Promise<void> =>
  page
    .getByRole('navigation', { name: translateTerm(lang, 'navigation'), exact: true })
    .getByRole('button', { name: translateTerm(lang, 'setUp'), exact: true, expanded: false })
    .click();
