import { useCallback } from 'react';
import { fillPlaceholders, LANGS } from '#shared/kernel/lang.ts';
import { useLang, useT, type Translate } from '#client/kit/words/t.ts';
import type { Widget } from './widget.ts';

/** Returns a function that also translates the words that a widget declares itself. */
export function useWidgetTranslator(): (widget: Widget | undefined) => Translate {
  const t = useT();
  const langIndex = LANGS.indexOf(useLang());
  return useCallback(
    (widget: Widget | undefined): Translate =>
      (key, params) => {
        const translations =
          widget?.words && Object.hasOwn(widget.words, key) ? widget.words[key] : undefined;
        return translations ? fillPlaceholders(translations[langIndex]!, params) : t(key, params);
      },
    [t, langIndex],
  );
}
