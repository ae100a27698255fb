/** The languages of the product; each term lists its translations in this order. */
export const LANGS = ['zh_CN', 'en_US', 'zh_TW', 'ja_JP'] as const;
export type Lang = (typeof LANGS)[number];
export const DEFAULT_LANG: Lang = 'zh_CN';

/** The values of `<html lang>`, so that browsers choose the right glyphs for Han characters. */
export const HTML_TAG_BY_LANG: Record<Lang, string> = {
  zh_CN: 'zh-Hans',
  en_US: 'en',
  zh_TW: 'zh-Hant',
  ja_JP: 'ja',
};
/** The BCP 47 language tags for the functions of `Intl`. */
export const INTL_TAG_BY_LANG: Record<Lang, string> = {
  zh_CN: 'zh-CN',
  en_US: 'en-US',
  zh_TW: 'zh-TW',
  ja_JP: 'ja-JP',
};
/** The name of each language in that language. */
export const NAME_BY_LANG: Record<Lang, string> = {
  zh_CN: '简体中文',
  en_US: 'English',
  zh_TW: '繁體中文',
  ja_JP: '日本語',
};

export const isLang = (value: unknown): value is Lang => LANGS.includes(value as Lang);

/** A term in all languages, in the order of LANGS. */
export type Term = readonly [zh_CN: string, en_US: string, zh_TW: string, ja_JP: string];

/** Terms by key. For example, a report or a widget declares its own terms in this form. */
export type TermsByKey = Readonly<Record<string, Term>>;
/** The terms of a declaration that adds no terms. */
export type NoTerms = Readonly<Record<never, Term>>;

/** Matches `{{name}}`, or `{name:one|other}`. */
const PLACEHOLDER_PATTERN = /\{\{(\w+)\}\}|\{(\w+):([^{}|]*)\|([^{}|]*)\}/g;

/**
 * Replaces each `{{name}}` in a text by the parameter, and each `{name:one|other}` by `one` if the parameter is 1,
 * otherwise by `other`. A placeholder without a parameter stays visible, so that the mistake is noticed.
 */
export const fillPlaceholders = (text: string, params: Record<string, unknown> = {}): string =>
  text.includes('{')
    ? text.replace(
        PLACEHOLDER_PATTERN,
        (placeholder, plainName?: string, countedName?: string, singular?: string, plural?: string) => {
          const name = (plainName ?? countedName)!;
          if (!(name in params)) return placeholder;
          if (plainName !== undefined) return String(params[name] ?? '');
          return Number(params[name]) === 1 ? singular! : plural!;
        },
      )
    : text;
