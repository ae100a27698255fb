import { InputGroup } from '@blueprintjs/core';
import { SearchIcon } from '@blueprintjs/icons';
import { useEffect, useRef, useState } from 'react';
import { useT } from '#client/kit/words/t.ts';
import './list-page.css';

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
  const [typedText, setTypedText] = useState(value);
  const isComposing = useRef(false);
  const lastSearch = useRef(value);
  const latestOnSearch = useRef(onSearch);
  latestOnSearch.current = onSearch;
  // A new `value` replaces the typed text only if `value` differs from the text of the last search. Otherwise
  // a late answer to a search would undo newer typing.
  useEffect(() => {
    if (value !== lastSearch.current) setTypedText(value);
    lastSearch.current = value;
  }, [value]);
  const searchText = (text: string) => {
    lastSearch.current = text.trim();
    latestOnSearch.current(lastSearch.current);
  };
  useEffect(() => {
    if (typedText.trim() === lastSearch.current) return undefined;
    const timer = setTimeout(() => !isComposing.current && searchText(typedText), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typedText]);
  return (
    <InputGroup
      className="list-search"
      leftElement={<SearchIcon className="input-icon" />}
      placeholder={t('searchPlaceholder')}
      aria-label={t('search')}
      value={typedText}
      onChange={(event) => setTypedText(event.target.value)}
      onCompositionStart={() => (isComposing.current = true)}
      onCompositionEnd={(event) => {
        isComposing.current = false;
        searchText(event.currentTarget.value);
      }}
      aria-keyshortcuts="/"
      onKeyDown={(event) => {
        if (event.key === 'Enter') searchText(typedText);
        // The down arrow key moves the focus from the input to the first row of the list.
        if (event.key === 'ArrowDown')
          document.querySelector<HTMLElement>('main .data-table tr[data-index] :is(th a, input)')?.focus();
      }}
    />
  );
}
