import { InputGroup } from '@blueprintjs/core';
import { SearchIcon } from '@blueprintjs/icons';
import { useEffect, useRef, useState } from 'react';
import { useT } from '#client/kit/words/t.ts';

interface Props {
  value: string;
  onSearch: (search: string) => void;
}

const TYPING_MS = 300;

/** The search field of a list: searches when typing pauses, but not while an input method composes a word. */
export function SearchBox({ value, onSearch }: Props) {
  const t = useT();
  const [typed, setTyped] = useState(value);
  const composing = useRef(false);
  const asked = useRef(value);
  const latest = useRef(onSearch);
  latest.current = onSearch;
  // Takes over the address only after an outside change: a late response must not undo newer typing.
  useEffect(() => {
    if (value !== asked.current) setTyped(value);
    asked.current = value;
  }, [value]);
  const ask = (text: string) => {
    asked.current = text.trim();
    latest.current(asked.current);
  };
  useEffect(() => {
    if (typed.trim() === asked.current) return undefined;
    const timer = setTimeout(() => !composing.current && ask(typed), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <InputGroup
      className="list-search"
      leftElement={<SearchIcon className="input-icon" />}
      placeholder={t('searchPlaceholder')}
      aria-label={t('search')}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onCompositionStart={() => (composing.current = true)}
      onCompositionEnd={(event) => {
        composing.current = false;
        ask(event.currentTarget.value);
      }}
      aria-keyshortcuts="/"
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !composing.current) ask(typed);
        // Arrow down moves from the input to the first result.
        if (event.key === 'ArrowDown')
          document.querySelector<HTMLElement>('main .data-table tr[data-index] :is(th a, input)')?.focus();
      }}
    />
  );
}
