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
/** The maximum number of pages and actions that match a typed text. Recent choices are not counted. */
const MAX_COMMANDS = 8;

type PronunciationMatcher = (text: string, typed: string) => number[] | null;

/**
 * Returns the function that matches Chinese text by pronunciation; null while it is loading, or if the user's
 * language is not Chinese.
 */
function usePronunciationMatcher(): PronunciationMatcher | null {
  const lang = useLang();
  const [sounds, setSounds] = useState<PronunciationMatcher | null>(null);
  const chinese = lang === 'zh_CN' || lang === 'zh_TW';
  useEffect(() => {
    if (!chinese) return undefined;
    let isUnmounted = false;
    void import('pinyin-pro').then(({ match }) => {
      if (!isUnmounted)
        setSounds(() => (text: string, typed: string) => match(text, typed, { v: true, continuous: true }));
    });
    return () => {
      isUnmounted = true;
    };
  }, [chinese]);
  return chinese ? sounds : null;
}

/** Keeps the items that match by text, code or pronunciation. The best matches come first. */
function filterPaletteItems(
  items: readonly PaletteItem[],
  typed: string,
  sounds: PronunciationMatcher | null,
): PaletteItem[] {
  const words = splitSearchWords(typed);
  const text = normalizeForSearch(typed).trim();
  return items
    .flatMap((item) => {
      const candidate = normalizeForSearch(`${item.text} ${item.code ?? ''}`);
      const title = normalizeForSearch(item.text);
      if (words.every((word) => candidate.includes(word)))
        return [{ item, rank: title === text ? 0 : title.startsWith(text) ? 1 : 2 }];
      const sounded = /^[a-z]+$/.test(text) ? (sounds?.(item.text, text) ?? null) : null;
      return sounded ? [{ item: { ...item, sounded }, rank: sounded[0] === 0 ? 3 : 4 }] : [];
    })
    .sort((a, b) => a.rank - b.rank || a.item.text.length - b.item.text.length)
    .map(({ item }) => item);
}

const makeItemFromHit = ({ entity, id, code, name, sounded, at }: SearchHit): PaletteItem => ({
  key: `row ${entity} ${id}`,
  group: entity satisfies TermKey,
  text: name,
  // The code and the name of an order are equal, so the entry shows the order's description instead of the
  // code.
  code: code === name ? String(at['name'] ?? '') || null : code,
  sounded,
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
  typed: string,
  commands: readonly PaletteItem[],
  recent: readonly PaletteItem[],
) {
  const sounds = usePronunciationMatcher();
  const text = useDebouncedText(typed.trim(), TYPING_PAUSE_MS);
  const { data, isFetching, isError } = useQuery({
    queryKey: ['search', text],
    queryFn: ({ signal }) =>
      call<SearchHit[]>(
        '/mes/search/find',
        { search: text },
        { signal, shownElsewhere: ['requestFailed', 'timedOut'] },
      ),
    enabled: text !== '',
    staleTime: 5000,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  });
  const items = useMemo(() => {
    const known = new Set(commands.map((one) => one.key));
    // The browser cannot store the function of an action, so the command with the same key replaces
    // the stored choice.
    const recentItems = recent.flatMap((one): PaletteItem[] => {
      const command = commands.find((other) => other.key === one.key);
      return command ? [{ ...command, group: 'recentChoices' }] : known.has(one.key) || !one.to ? [] : [one];
    });
    if (typed.trim() === '') {
      const shown = new Set(recentItems.map((one) => one.key));
      return [...recentItems, ...commands.filter((one) => !shown.has(one.key))];
    }
    const recentMatches = filterPaletteItems(recentItems, typed, sounds).slice(0, 3);
    const shown = new Set(recentMatches.map((one) => one.key));
    const others = filterPaletteItems(commands, typed, sounds).slice(0, MAX_COMMANDS);
    const rows = text === '' ? [] : (data ?? []).map(makeItemFromHit);
    return [...recentMatches, ...others, ...rows].filter(
      (one, at) => at < recentMatches.length || !shown.has(one.key),
    );
  }, [typed, text, data, commands, recent, sounds]);
  return { items, searching: isFetching || text !== typed.trim(), failed: isError };
}
