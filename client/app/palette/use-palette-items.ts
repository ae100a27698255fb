import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { TermKey } from '#shared/terms/index.ts';
import { normalizeForSearch, splitSearchWords, type SearchHit } from '#shared/answers/search.ts';
import { call } from '#client/kit/wire/call.ts';
import { makeOpenRowPath } from '#client/kit/pages/open-path.ts';
import { useLang } from '#client/kit/words/t.ts';
import { useDebouncedText } from '#client/kit/elements/use-debounced.ts';
import { isRowIdEnoughForPath, getRowPagePath } from '../routes/row-page.ts';
import type { PaletteItem } from './palette-item.ts';

/** How long typing must pause before the server is queried, in milliseconds. */
const TYPING_PAUSE_MS = 100;
/** The maximum number of matching pages and actions, not counting the recent choices. */
const MAX_COMMANDS = 8;

type PronunciationMatcher = (text: string, typedText: string) => number[] | null;

/**
 * Returns the function that matches Chinese text by pronunciation; null while it is loading, or if the user's
 * language is not Chinese.
 */
function usePronunciationMatcher(): PronunciationMatcher | null {
  const lang = useLang();
  const [matchPronunciation, setMatchPronunciation] = useState<PronunciationMatcher | null>(null);
  const isChinese = lang === 'zh_CN' || lang === 'zh_TW';
  useEffect(() => {
    if (!isChinese) return undefined;
    let isUnmounted = false;
    void import('pinyin-pro').then(({ match }) => {
      if (!isUnmounted)
        setMatchPronunciation(
          () => (text: string, typedText: string) => match(text, typedText, { v: true, continuous: true }),
        );
    });
    return () => {
      isUnmounted = true;
    };
  }, [isChinese]);
  return isChinese ? matchPronunciation : null;
}

/** Keeps the items that match by text, code or pronunciation. The best matches come first. */
function filterPaletteItems(
  items: readonly PaletteItem[],
  typedText: string,
  matchPronunciation: PronunciationMatcher | null,
): PaletteItem[] {
  const words = splitSearchWords(typedText);
  const searchText = normalizeForSearch(typedText).trim();
  return items
    .flatMap((item) => {
      const candidate = normalizeForSearch(`${item.text} ${item.code ?? ''}`);
      const title = normalizeForSearch(item.text);
      if (words.every((word) => candidate.includes(word)))
        return [{ item, rank: title === searchText ? 0 : title.startsWith(searchText) ? 1 : 2 }];
      const soundMatchIndexes = /^[a-z]+$/.test(searchText)
        ? (matchPronunciation?.(item.text, searchText) ?? null)
        : null;
      return soundMatchIndexes
        ? [{ item: { ...item, soundMatchIndexes }, rank: soundMatchIndexes[0] === 0 ? 3 : 4 }]
        : [];
    })
    .sort((a, b) => a.rank - b.rank || a.item.text.length - b.item.text.length)
    .map(({ item }) => item);
}

const makeItemFromHit = ({ entity, id, code, name, sounded, at }: SearchHit): PaletteItem => ({
  key: `row ${entity} ${id}`,
  group: entity satisfies TermKey,
  text: name,
  // An order and an exception are named by their code. The entry then shows the order's name or the
  // exception's description instead of a second code.
  code: code === name ? String(at['name'] ?? at['description'] ?? '') || null : code,
  soundMatchIndexes: sounded,
  to:
    isRowIdEnoughForPath(entity) || Object.keys(at).length > 0
      ? (getRowPagePath(entity, { id, ...at }) ?? makeOpenRowPath(entity, id))
      : makeOpenRowPath(entity, id),
});

/**
 * Returns the palette's entries for a typed text: recent choices, pages and actions, and rows from the
 * server. If nothing is typed, returns the recent choices and all other commands.
 */
export function usePaletteItems(
  typedText: string,
  commands: readonly PaletteItem[],
  recentChoices: readonly PaletteItem[],
) {
  const matchPronunciation = usePronunciationMatcher();
  const searchText = useDebouncedText(typedText.trim(), TYPING_PAUSE_MS);
  const { data, isFetching, isError } = useQuery({
    queryKey: ['search', searchText],
    queryFn: ({ signal }) =>
      call<SearchHit[]>(
        '/mes/search/find',
        { search: searchText },
        { signal, codesShownElsewhere: ['requestFailed', 'timedOut'] },
      ),
    enabled: searchText !== '',
    staleTime: 5000,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  });
  const items = useMemo(() => {
    const commandKeys = new Set(commands.map((command) => command.key));
    // The browser cannot store the function of an action, so the command with the same key replaces
    // the stored choice.
    const recentItems = recentChoices.flatMap((choice): PaletteItem[] => {
      const command = commands.find((candidate) => candidate.key === choice.key);
      return command
        ? [{ ...command, group: 'recentChoices' }]
        : commandKeys.has(choice.key) || !choice.to
          ? []
          : [choice];
    });
    if (typedText.trim() === '') {
      const recentKeys = new Set(recentItems.map((item) => item.key));
      return [...recentItems, ...commands.filter((command) => !recentKeys.has(command.key))];
    }
    const recentMatches = filterPaletteItems(recentItems, typedText, matchPronunciation).slice(0, 3);
    const recentKeys = new Set(recentMatches.map((item) => item.key));
    const commandMatches = filterPaletteItems(commands, typedText, matchPronunciation).slice(0, MAX_COMMANDS);
    const rowItems = searchText === '' ? [] : (data ?? []).map(makeItemFromHit);
    return [...recentMatches, ...commandMatches, ...rowItems].filter(
      (match, matchIndex) => matchIndex < recentMatches.length || !recentKeys.has(match.key),
    );
  }, [typedText, searchText, data, commands, recentChoices, matchPronunciation]);
  return { items, isSearching: isFetching || searchText !== typedText.trim(), hasFailed: isError };
}
