import type { Request } from 'express';
import { DEFAULT_LANG, isLang, type Lang } from '#shared/kernel/lang.ts';

const LANGS_BY_TAG_PATTERN: readonly [RegExp, Lang][] = [
  [/^zh-(tw|hk|mo|hant)/i, 'zh_TW'],
  [/^zh/i, 'zh_CN'],
  [/^ja/i, 'ja_JP'],
  [/^en/i, 'en_US'],
];

/**
 * Chooses the language of an answer: the language in the URL, otherwise the first known language among the
 * first 8 languages of the browser, otherwise the default language.
 */
export function chooseLang(request: Request): Lang {
  const { lang } = request.query;
  if (isLang(lang)) return lang;
  for (const tag of (request.get('accept-language') ?? '').split(',', 8)) {
    const entry = LANGS_BY_TAG_PATTERN.find(([pattern]) => pattern.test(tag.trim()));
    if (entry) return entry[1];
  }
  return DEFAULT_LANG;
}
