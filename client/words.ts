import type { Lang } from '#shared/kernel/lang.ts';

type Words = Promise<{ default: Record<string, string> }>;

// Spelled out, so that each language becomes a file of its own.
const LOADERS: Record<Lang, () => Words> = {
  zh_CN: () => import('virtual:words/zh_CN'),
  en_US: () => import('virtual:words/en_US'),
  zh_TW: () => import('virtual:words/zh_TW'),
  ja_JP: () => import('virtual:words/ja_JP'),
};

/** Downloads all terms of one language. */
export const loadWords = async (lang: Lang): Promise<Record<string, string>> =>
  (await LOADERS[lang]()).default;
