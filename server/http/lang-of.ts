import type { Request } from 'express';
import { DEFAULT_LANG, isLang, type Lang } from '#shared/kernel/lang.ts';

const BY_TAG: readonly [RegExp, Lang][] = [
  [/^zh-(tw|hk|mo|hant)/i, 'zh_TW'],
  [/^zh/i, 'zh_CN'],
  [/^ja/i, 'ja_JP'],
  [/^en/i, 'en_US'],
];

/**
 * Chooses the language of an answer: the one in the URL, otherwise the first known one of the
 * browser.
 */
export function langOf(request: Request): Lang {
  const { lang } = request.query;
  if (isLang(lang)) return lang;
  for (const tag of (request.get('accept-language') ?? '').split(',', 8)) {
    const found = BY_TAG.find(([pattern]) => pattern.test(tag.trim()));
    if (found) return found[1];
  }
  return DEFAULT_LANG;
}
