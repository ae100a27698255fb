import { HTML_TAG_BY_LANG, NAME_BY_LANG, LANGS, type Lang } from '#shared/kernel/lang.ts';
import { changeLang, useLang, useT } from './t.ts';

/** An input to choose the language. It shows the name of each language in that language. */
export function LanguageSelect({ className }: { className?: string }) {
  const t = useT();
  const lang = useLang();
  return (
    <select
      className={className}
      aria-label={t('language')}
      value={lang}
      onChange={(event) => void changeLang(event.target.value as Lang)}
    >
      {LANGS.map((choice) => (
        <option key={choice} value={choice} lang={HTML_TAG_BY_LANG[choice]}>
          {NAME_BY_LANG[choice]}
        </option>
      ))}
    </select>
  );
}
