import { useEffect, useRef } from 'react';
import { moveTiles, resizeTiles } from './state/arrange-tiles.ts';
import type { MinSizeOf } from './state/design.ts';
import type { DesignEditor } from './state/use-design.ts';

/** A selector of elements in which keys type text or choose an option. */
const TEXT_INPUT_SELECTOR =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"]';
/** The parts of the designer in which arrow keys and Delete do not concern the tiles. */
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
  /** Moves the focus to the settings. */
  readonly openSettings: () => void;
}

/** Returns the id of the tile that has the focus; null if none has it. */
export function getFocusedTile(): number | null {
  const tile = document.activeElement?.closest<HTMLElement>('[data-tile]');
  return tile ? Number(tile.dataset['tile']) : null;
}

/** Returns the tiles that a command concerns: the focused tile, or all selected ones if it is selected or none is focused. */
export function getOperand({ selected }: DesignEditor): ReadonlySet<number> {
  const focused = getFocusedTile();
  return focused === null || selected.has(focused) ? selected : new Set([focused]);
}

export const isTextInput = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(TEXT_INPUT_SELECTOR) !== null;
export const hasOpenDialog = (): boolean => document.querySelector('.bp6-dialog') !== null;

/** Runs a command with Ctrl or ⌘. @returns whether there is one for the key */
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
      commands.duplicate(getOperand(editor));
      return true;
    default:
      return false;
  }
}

function toggleTile({ editor, openSettings }: DesignerCommands, key: string): boolean {
  const focused = getFocusedTile();
  if (focused === null) return false;
  if (key === 'Enter') {
    editor.select(new Set([focused]));
    openSettings();
    return true;
  }
  const next = new Set(editor.selected);
  if (!next.delete(focused)) next.add(focused);
  editor.select(next);
  return true;
}

/** Runs the command of a key for tiles. @returns whether there is one for the key */
function runTileKey(key: string, isShift: boolean, commands: DesignerCommands): boolean {
  const { editor, minSizeOf } = commands;
  if (key === 'Escape') {
    editor.select(new Set());
    return true;
  }
  if (key === 'Enter' || key === ' ') return toggleTile(commands, key);
  const operand = getOperand(editor);
  const step = STEPS[key];
  const isRemoval = key === 'Delete' || key === 'Backspace';
  if (operand.size === 0 || (!step && !isRemoval)) return false;
  if (isRemoval) {
    commands.remove(operand);
    return true;
  }
  if (operand !== editor.selected) editor.select(operand);
  const [dx, dy] = step!;
  const gesture = `${isShift ? 'size' : 'place'} ${[...operand].join()}`;
  editor.change(
    (design) =>
      isShift ? resizeTiles(design, operand, dx, dy, minSizeOf) : moveTiles(design, operand, dx, dy),
    gesture,
  );
  return true;
}

/** Handles the keys of the designer, except in a dialog. In an input only Ctrl+S is handled. */
export function useDesignerKeys(commands: DesignerCommands): void {
  const latest = useRef(commands);
  latest.current = commands;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.altKey || hasOpenDialog()) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const isControl = event.ctrlKey || event.metaKey;
      if (isControl && key === 's') {
        event.preventDefault();
        latest.current.save();
        return;
      }
      const target = event.target as Element | null;
      if (event.defaultPrevented || isTextInput(target)) return;
      const isInSide = !!target?.closest?.(SIDE_SELECTOR);
      const isDone = isControl
        ? !(key === 'a' && isInSide) && runControlKey(key, event.shiftKey, latest.current)
        : !isInSide && runTileKey(key, event.shiftKey, latest.current);
      if (isDone) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
