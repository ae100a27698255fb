import { Overlay2 } from '@blueprintjs/core';
import { SearchIcon } from '@blueprintjs/icons';
import { useCallback, useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { MarkedText } from './marked-text.tsx';
import { groupPaletteItems, type PaletteItem } from './palette-item.ts';
import { readRecentChoices, rememberChoice } from './recent.ts';
import { useCommands } from './use-commands.ts';
import { usePaletteItems } from './use-palette-items.ts';
import './palette.css';

interface Props {
  onClose: () => void;
  onShortcuts: () => void;
}

/** The number of entries by which Page Up and Page Down move the selection. */
const PAGE_KEY_STEP = 8;

/** Returns the index of the entry that a key selects; null if the key selects none. */
function findNextIndex(key: string, currentIndex: number, count: number): number | null {
  if (count === 0) return null;
  switch (key) {
    case 'ArrowDown':
      return (currentIndex + 1) % count;
    case 'ArrowUp':
      return (currentIndex - 1 + count) % count;
    case 'PageDown':
      return Math.min(count - 1, currentIndex + PAGE_KEY_STEP);
    case 'PageUp':
      return Math.max(0, currentIndex - PAGE_KEY_STEP);
    default:
      return null;
  }
}

function PaletteContent({ onClose, onChoose, onShortcuts }: Props & { onChoose: () => void }) {
  const t = useT();
  const user = useUser();
  const navigate = useNavigate();
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const [typedText, setTypedText] = useState('');
  const [activeIndex, setActiveIndex] = useState(0);
  const commands = useCommands(onShortcuts);
  const recentChoices = useMemo(() => readRecentChoices(user.accountId), [user.accountId]);
  const { items: foundItems, isSearching, hasFailed } = usePaletteItems(typedText, commands, recentChoices);
  const groups = useMemo(() => groupPaletteItems(foundItems), [foundItems]);
  const items = useMemo(() => groups.flatMap((group) => group.items), [groups]);
  const selectedIndex = Math.min(activeIndex, Math.max(0, items.length - 1));
  const getOptionId = (item: PaletteItem) => `${listId}-${item.key}`.replaceAll(/[^\w-]/g, '-');

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [selectedIndex, items]);
  const chooseItem = useCallback(
    (item: PaletteItem) => {
      rememberChoice(user.accountId, item);
      onChoose();
      onClose();
      if (item.to) void navigate(item.to);
      else item.run?.();
    },
    [user.accountId, onChoose, onClose, navigate],
  );
  const onKeyDown = (event: KeyboardEvent) => {
    const nextIndex = findNextIndex(event.key, selectedIndex, items.length);
    if (nextIndex !== null) {
      event.preventDefault();
      setActiveIndex(nextIndex);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const item = items[selectedIndex];
      if (item) chooseItem(item);
    } else if (event.key === 'Tab') event.preventDefault();
  };
  const message = hasFailed
    ? t('findFailed')
    : items.length > 0
      ? t('foundCount', { count: items.length })
      : isSearching
        ? t('searching')
        : t('nothingFoundFor', { text: typedText.trim() });
  return (
    <div className="palette" role="dialog" aria-modal="true" aria-label={t('findAnything')}>
      <div className="palette-head">
        <SearchIcon />
        <input
          className="palette-input"
          role="combobox"
          aria-label={t('findAnything')}
          aria-autocomplete="list"
          aria-expanded={items.length > 0}
          aria-controls={listId}
          aria-activedescendant={items[selectedIndex] ? getOptionId(items[selectedIndex]) : undefined}
          placeholder={t('findPlaceholder')}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          // The palette opens for typing, so its input gets the focus.
          autoFocus
          value={typedText}
          onChange={(event) => {
            setTypedText(event.target.value);
            setActiveIndex(0);
          }}
          onKeyDown={onKeyDown}
        />
        <kbd>{'Esc'}</kbd>
      </div>
      <div ref={list} id={listId} className="palette-list" role="listbox" aria-label={t('choices')}>
        {groups.map((group) => (
          <div key={group.title} role="group" aria-labelledby={`${listId}-${group.title}`}>
            <div id={`${listId}-${group.title}`} className="palette-heading" role="presentation">
              {t(group.title)}
            </div>
            {group.items.map((item) => (
              <div
                key={item.key}
                id={getOptionId(item)}
                role="option"
                aria-selected={item === items[selectedIndex]}
                className={item === items[selectedIndex] ? 'palette-item active' : 'palette-item'}
                // Handles the press instead of the click, so that the input keeps the focus.
                onMouseDown={(event) => {
                  event.preventDefault();
                  if (event.button === 0) chooseItem(item);
                }}
                onMouseMove={() => setActiveIndex(items.indexOf(item))}
              >
                <span className="palette-text">
                  <MarkedText
                    text={item.text}
                    typedText={typedText}
                    soundMatchIndexes={item.soundMatchIndexes}
                  />
                </span>
                {item.code && (
                  <span className="palette-code">
                    <MarkedText text={item.code} typedText={typedText} />
                  </span>
                )}
              </div>
            ))}
          </div>
        ))}
      </div>
      <p className={items.length > 0 && !hasFailed ? 'visually-hidden' : 'palette-nothing'} role="status">
        {message}
      </p>
    </div>
  );
}

/** The command palette. It finds pages, rows and actions by typed text. Ctrl+K opens it. */
export function Palette({ isOpen, onClose, onShortcuts }: Props & { isOpen: boolean }) {
  const [hasChosen, setChosen] = useState(false);
  useEffect(() => {
    if (isOpen) setChosen(false);
  }, [isOpen]);
  return (
    <Overlay2
      isOpen={isOpen}
      onClose={onClose}
      // The chosen action may open a dialog, which must keep the focus.
      shouldReturnFocusOnClose={!hasChosen}
      className="palette-overlay"
      transitionDuration={0}
      canOutsideClickClose
      autoFocus={false}
    >
      <div className="palette-place">
        {isOpen && (
          <PaletteContent onClose={onClose} onChoose={() => setChosen(true)} onShortcuts={onShortcuts} />
        )}
      </div>
    </Overlay2>
  );
}
