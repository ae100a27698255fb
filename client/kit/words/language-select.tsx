import { HTML_LANG_TAGS, LANG_NAMES, LANGS, type Lang } from '#shared/kernel/lang.ts';
import { changeLang, useLang, useT } from './t.ts';

/** An input to choose the language. It lists each language by the language's own name. */
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
      {LANGS.map((one) => (
        <option key={one} value={one} lang={HTML_LANG_TAGS[one]}>
          {LANG_NAMES[one]}
        </option>
      ))}
    </select>
  );
}
