import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import { translateTerm, type TermKey } from '#shared/terms/index.ts';

/** Returns a text of the product in the default language. */
export const translate = (key: TermKey, params?: Record<string, unknown>): string =>
  translateTerm(DEFAULT_LANG, key, params);
