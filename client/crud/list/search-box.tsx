import { InputGroup } from '@blueprintjs/core';
import { SearchIcon } from '@blueprintjs/icons';
import { useEffect, useRef, useState } from 'react';
import { useT } from '#client/kit/words/t.ts';

interface Props {
  value: string;
  onSearch: (search: string) => void;
}

const TYPING_PAUSE_MS = 300;

/**
 * The search field of a list. It searches when the user pauses or presses Enter, but not while an input
 * method composes a word.
 */
export function SearchBox({ value, onSearch }: Props) {
  const t = useT();
  const [typed, setTyped] = useState(value);
  const composing = useRef(false);
  const lastSearch = useRef(value);
  const latest = useRef(onSearch);
  latest.current = onSearch;
  // The value replaces the typed text only if it differs from the last search. A late update after
  // a search must not undo newer typing.
  useEffect(() => {
    if (value !== lastSearch.current) setTyped(value);
    lastSearch.current = value;
  }, [value]);
  const search = (text: string) => {
    lastSearch.current = text.trim();
    latest.current(lastSearch.current);
  };
  useEffect(() => {
    if (typed.trim() === lastSearch.current) return undefined;
    const timer = setTimeout(() => !composing.current && search(typed), TYPING_PAUSE_MS);
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
        search(event.currentTarget.value);
      }}
      aria-keyshortcuts="/"
      onKeyDown={(event) => {
        if (event.key === 'Enter') search(typed);
        // The down arrow key moves the focus from the input to the first row of the list.
        if (event.key === 'ArrowDown')
          document.querySelector<HTMLElement>('main .data-table tr[data-index] :is(th a, input)')?.focus();
      }}
    />
  );
}
