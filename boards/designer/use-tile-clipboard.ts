import { useEffect, useRef } from 'react';
import { showInfo } from '#client/kit/messages/toasts.ts';
import { useT } from '#client/kit/words/t.ts';
import { addCopies } from './state/edit-board.ts';
import { readTiles, writeTiles } from './state/tile-clipboard.ts';
import type { DesignEditor } from './state/use-design.ts';
import { getOperand, hasOpenDialog, isTextInput } from './use-designer-keys.ts';

/** Copies, cuts and pastes tiles by the clipboard, also from one board to another. */
export function useTileClipboard(editor: DesignEditor, remove: (ids: ReadonlySet<number>) => void): void {
  const t = useT();
  const latest = useRef({ editor, remove, t });
  latest.current = { editor, remove, t };
  useEffect(() => {
    const isElsewhere = (event: ClipboardEvent) =>
      isTextInput(event.target) || hasOpenDialog() || !event.clipboardData;
    const copy = (event: ClipboardEvent) => {
      const now = latest.current;
      const operand = getOperand(now.editor);
      if (isElsewhere(event) || operand.size === 0) return;
      event.preventDefault();
      event.clipboardData!.setData('text/plain', writeTiles(now.editor.design, operand));
      if (event.type === 'cut') now.remove(operand);
      else showInfo(now.t('tilesCopied', { count: operand.size }));
    };
    const paste = (event: ClipboardEvent) => {
      if (isElsewhere(event)) return;
      event.preventDefault();
      const now = latest.current;
      const tiles = readTiles(event.clipboardData!.getData('text/plain'));
      const addition = tiles && addCopies(now.editor.design, tiles);
      if (addition) now.editor.add(addition);
      else showInfo(now.t(tiles && tiles.length > 0 ? 'tooManyTilesNow' : 'noTilesInClipboard'));
    };
    const end = new AbortController();
    document.addEventListener('copy', copy, { signal: end.signal });
    document.addEventListener('cut', copy, { signal: end.signal });
    document.addEventListener('paste', paste, { signal: end.signal });
    return () => end.abort();
  }, []);
}
