import { FetchedCode } from '#client/kit/lazy/fetched-code.ts';
import type { Lang } from '#shared/kernel/lang.ts';
import waitingWords from 'virtual:waiting-words';

type TermsModulePromise = Promise<{ default: Record<string, string> }>;

// The imports are not computed, because the bundler needs a literal import for each language.
const LOADER_BY_LANGUAGE: Record<Lang, () => TermsModulePromise> = {
  zh_CN: () => import('virtual:words/zh_CN'),
  en_US: () => import('virtual:words/en_US'),
  zh_TW: () => import('virtual:words/zh_TW'),
  ja_JP: () => import('virtual:words/ja_JP'),
};

/** Shows on an empty page that its terms are still downloading. */
function showLoadingText(lang: Lang): void {
  const rootElement = document.getElementById('root');
  if (rootElement?.childElementCount === 0) rootElement.textContent = waitingWords[lang]!;
}

/** Downloads all terms of one language and retries until the download succeeds. */
export async function loadWords(lang: Lang): Promise<Record<string, string>> {
  const wordsModule = new FetchedCode(LOADER_BY_LANGUAGE[lang]);
  wordsModule.subscribe(() => wordsModule.getState().isRetrying && showLoadingText(lang));
  return (await wordsModule.fetch()).default;
}
