import { useEffect, useRef } from 'react';
import { moveTiles, resizeTiles } from './state/arrange-tiles.ts';
import type { MinSizeOf } from './state/design.ts';
import type { DesignEditor } from './state/use-design.ts';

/** A selector of elements in which keys type text or choose an option. */
const TEXT_INPUT_SELECTOR =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"]';
/** The side panels, in which arrow keys and Delete do not change the tiles. */
const SIDE_SELECTOR = '.design-side';

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface DesignerCommands {
  readonly editor: DesignEditor;
  readonly minSizeOf: MinSizeOf;
  readonly save: () => void;
  readonly duplicate: (ids: ReadonlySet<number>) => void;
  readonly remove: (ids: ReadonlySet<number>) => void;
  /** Opens the settings and moves the focus into them. */
  readonly openSettings: () => void;
}

/** Returns the id of the tile that has the focus; null if none has it. */
export function getFocusedTileId(): number | null {
  const tile = document.activeElement?.closest<HTMLElement>('[data-tile]');
  return tile ? Number(tile.dataset['tile']) : null;
}

/** Returns the selected tiles; if a tile outside of the selection has the focus, only that tile. */
export function getTargetTileIds({ selectedIds }: DesignEditor): ReadonlySet<number> {
  const focusedId = getFocusedTileId();
  return focusedId === null || selectedIds.has(focusedId) ? selectedIds : new Set([focusedId]);
}

export const isTextInput = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(TEXT_INPUT_SELECTOR) !== null;
export const hasOpenDialog = (): boolean => document.querySelector('.bp6-dialog') !== null;

/** Runs the command of a key with Ctrl or ⌘. @returns whether the key has a command */
function runControlKey(key: string, isShift: boolean, commands: DesignerCommands): boolean {
  const { editor } = commands;
  switch (key) {
    case 'z':
      if (isShift) editor.redo();
      else editor.undo();
      return true;
    case 'y':
      editor.redo();
      return true;
    case 'a':
      editor.select(new Set(editor.design.tiles.map(({ id }) => id)));
      return true;
    case 'd':
      commands.duplicate(getTargetTileIds(editor));
      return true;
    default:
      return false;
  }
}

function activateFocusedTile({ editor, openSettings }: DesignerCommands, key: string): boolean {
  const focusedId = getFocusedTileId();
  if (focusedId === null) return false;
  if (key === 'Enter') {
    editor.select(new Set([focusedId]));
    openSettings();
    return true;
  }
  const nextIds = new Set(editor.selectedIds);
  if (!nextIds.delete(focusedId)) nextIds.add(focusedId);
  editor.select(nextIds);
  return true;
}

/** Runs the command of a key for tiles. @returns whether the key has a command */
function runTileKey(key: string, isShift: boolean, commands: DesignerCommands): boolean {
  const { editor, minSizeOf } = commands;
  if (key === 'Escape') {
    editor.select(new Set());
    return true;
  }
  if (key === 'Enter' || key === ' ') return activateFocusedTile(commands, key);
  const targetIds = getTargetTileIds(editor);
  const step = STEPS[key];
  const isRemoval = key === 'Delete' || key === 'Backspace';
  if (targetIds.size === 0 || (!step && !isRemoval)) return false;
  if (isRemoval) {
    commands.remove(targetIds);
    return true;
  }
  if (targetIds !== editor.selectedIds) editor.select(targetIds);
  const [dx, dy] = step!;
  const gesture = `${isShift ? 'size' : 'place'} ${[...targetIds].join()}`;
  editor.change(
    (design) =>
      isShift ? resizeTiles(design, targetIds, dx, dy, minSizeOf) : moveTiles(design, targetIds, dx, dy),
    gesture,
  );
  return true;
}

/** Handles the keys of the designer, except in a dialog. In an input only Ctrl+S is handled. */
export function useDesignerKeys(commands: DesignerCommands): void {
  const latestCommands = useRef(commands);
  latestCommands.current = commands;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.altKey || hasOpenDialog()) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const isControl = event.ctrlKey || event.metaKey;
      if (isControl && key === 's') {
        event.preventDefault();
        latestCommands.current.save();
        return;
      }
      const target = event.target as Element | null;
      if (event.defaultPrevented || isTextInput(target)) return;
      const isInSidePanel = !!target?.closest?.(SIDE_SELECTOR);
      const isHandled = isControl
        ? !(key === 'a' && isInSidePanel) && runControlKey(key, event.shiftKey, latestCommands.current)
        : !isInSidePanel && runTileKey(key, event.shiftKey, latestCommands.current);
      if (isHandled) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
