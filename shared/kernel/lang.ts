/** The languages of the product, in the order in which every term is written. */
export const LANGS = ['zh_CN', 'en_US', 'zh_TW', 'ja_JP'] as const;
export type Lang = (typeof LANGS)[number];
export const DEFAULT_LANG: Lang = 'zh_CN';

/** What `<html lang>` says, so that Han glyphs take the right country's shape. */
export const HTML_LANG: Record<Lang, string> = {
  zh_CN: 'zh-Hans',
  en_US: 'en',
  zh_TW: 'zh-Hant',
  ja_JP: 'ja',
};
/** The BCP 47 tag for Intl. */
export const INTL_LANG: Record<Lang, string> = {
  zh_CN: 'zh-CN',
  en_US: 'en-US',
  zh_TW: 'zh-TW',
  ja_JP: 'ja-JP',
};
/** What each language calls itself. */
export const LANG_NAME: Record<Lang, string> = {
  zh_CN: '简体中文',
  en_US: 'English',
  zh_TW: '繁體中文',
  ja_JP: '日本語',
};

export const isLang = (value: unknown): value is Lang => LANGS.includes(value as Lang);

/** One term in all languages, in the order of LANGS. */
export type Term = readonly [zh_CN: string, en_US: string, zh_TW: string, ja_JP: string];

/** The words that a report or a widget brings along, by key. */
export type Words = Readonly<Record<string, Term>>;
/** No words: the type of what brings none along. */
export type NoWords = Readonly<Record<never, Term>>;

/** Fills `{{name}}` in a text. A name that is not given stays visible, so that it is noticed. */
export const fill = (text: string, params: Record<string, unknown> = {}): string =>
  text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) =>
    name in params ? String(params[name] ?? '') : whole,
  );
