import { useEffect, useRef } from 'react';
import { showInfo } from '#client/kit/messages/toasts.ts';
import { useT } from '#client/kit/words/t.ts';
import { addCopies } from './state/edit-board.ts';
import { parseTiles, serializeTiles } from './state/tile-clipboard.ts';
import type { DesignEditor } from './state/use-design.ts';
import { getTargetTileIds, hasOpenDialog, isTextInput } from './use-designer-keys.ts';

/** Copies, cuts and pastes tiles with the clipboard, also from one board to another. */
export function useTileClipboard(editor: DesignEditor, remove: (ids: ReadonlySet<number>) => void): void {
  const t = useT();
  const latestValues = useRef({ editor, remove, t });
  latestValues.current = { editor, remove, t };
  useEffect(() => {
    const mustIgnoreEvent = (event: ClipboardEvent) =>
      isTextInput(event.target) || hasOpenDialog() || !event.clipboardData;
    const onCopyOrCut = (event: ClipboardEvent) => {
      const current = latestValues.current;
      const targetIds = getTargetTileIds(current.editor);
      if (mustIgnoreEvent(event) || targetIds.size === 0) return;
      event.preventDefault();
      event.clipboardData!.setData('text/plain', serializeTiles(current.editor.design, targetIds));
      if (event.type === 'cut') current.remove(targetIds);
      else showInfo(current.t('tilesCopied', { count: targetIds.size }));
    };
    const onPaste = (event: ClipboardEvent) => {
      if (mustIgnoreEvent(event)) return;
      event.preventDefault();
      const current = latestValues.current;
      const tiles = parseTiles(event.clipboardData!.getData('text/plain'));
      const addition = tiles && addCopies(current.editor.design, tiles);
      if (addition) current.editor.add(addition);
      else showInfo(current.t(tiles && tiles.length > 0 ? 'tooManyTilesNow' : 'noTilesInClipboard'));
    };
    const abortController = new AbortController();
    document.addEventListener('copy', onCopyOrCut, { signal: abortController.signal });
    document.addEventListener('cut', onCopyOrCut, { signal: abortController.signal });
    document.addEventListener('paste', onPaste, { signal: abortController.signal });
    return () => abortController.abort();
  }, []);
}
