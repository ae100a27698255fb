import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { BoardAnswer } from '#shared/answers/boards/board.ts';
import { readBoard, type Board } from '#shared/boards/board.ts';
import { entities } from '#shared/entities/index.ts';
import { useSendOnce } from '#client/kit/forms/use-send-once.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { send } from '#client/kit/wire/call.ts';
import type { CallError } from '#client/kit/wire/call-error.ts';
import { ignoreRefusal } from '#client/kit/wire/ignore-refusal.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useT } from '#client/kit/words/t.ts';
import { makeContentFields } from '../../screens/board-content-fields.ts';
import { parseContent } from '../../screens/parse-content.ts';
import type { Finding } from '../state/check-board.ts';
import { openDesign, toBoard } from '../state/design.ts';
import type { DesignEditor } from '../state/use-design.ts';
import type { BoardStore, SavedBoard } from './board-store.ts';
import type { Conflict } from './conflict-dialog.tsx';

/** A stored version of a board. */
interface StoredBoard {
  readonly version: number;
  readonly edition: number;
  readonly board: Board;
}

type SaveStep =
  | { readonly kind: 'check'; readonly findings: readonly Finding[] }
  | { readonly kind: 'conflict'; readonly conflict: Conflict; readonly theirBoard: StoredBoard };
type WriteResult = SaveStep | { readonly retryVersion: number } | { readonly saved: SavedBoard } | null;

/** Reads a stored board from the answer of the server. */
export const toStoredBoard = ({ version, edition, content }: BoardAnswer): StoredBoard => ({
  version,
  edition,
  board: toBoard(openDesign(readBoard(parseContent(content)))),
});

/**
 * Saves the edited board. If the check has findings, they are shown first. If somebody else has saved a newer version,
 * the user decides which version stays.
 * @param answer the newest version of the board on the server
 * @param store reads and saves the board
 * @param findings the result of the check
 * @param onCopied called with the id of the new board, after the edited board was saved as a new one
 */
export function useSaveBoard(
  answer: BoardAnswer,
  store: BoardStore,
  editor: DesignEditor,
  findings: readonly Finding[],
  onCopied: (id: number) => void,
) {
  const t = useT();
  const client = useQueryClient();
  const { busy, sendOnce: sendRequestOnce } = useSendOnce();
  const [step, setStep] = useState<SaveStep | null>(null);
  /** The stored version on which the changes of the user are based. */
  const [base, setBase] = useState(() => toStoredBoard(answer));
  // A change of the name or of the sharing raises the version, but not the edition.
  const baseVersion = answer.edition === base.edition ? Math.max(answer.version, base.version) : base.version;
  const isSaving = useRef(false);
  const refreshQueries = () => client.invalidateQueries({ queryKey: queryKeys.entity(store.entity) });

  const findConflict = async (error: CallError): Promise<WriteResult> => {
    if (error.code !== 'stale') return null;
    const theirBoard = toStoredBoard(await store.read());
    // If the edition is the same, somebody has only changed the name or the sharing of the board.
    if (theirBoard.edition === base.edition) return { retryVersion: theirBoard.version };
    const { savedBy, savedAt } = await store.findSaver(error);
    return { kind: 'conflict', theirBoard, conflict: { board: theirBoard.board, savedBy, savedAt } };
  };

  const writeBoard = async (version: number): Promise<void> => {
    const { design } = editor;
    const board = toBoard(design);
    const fields = await store.makeFields(version, JSON.stringify(board));
    const result = await sendRequestOnce<WriteResult>(
      fields,
      async (requestId) => ({
        saved: await store.save(fields, requestId),
      }),
      findConflict,
    );
    if (!result) return;
    if ('kind' in result) setStep(result);
    else if ('retryVersion' in result) await writeBoard(result.retryVersion);
    else {
      const { saved } = result;
      setBase({ version: saved.version, edition: saved.edition, board });
      editor.markSaved(design);
      setStep(null);
      showSuccess(t('saved'));
      await refreshQueries();
    }
  };

  /** Runs an action that saves, unless another save is running. */
  const runUnlessBusy = (action: () => Promise<void>): void => {
    if (isSaving.current) return;
    isSaving.current = true;
    void action()
      .catch(ignoreRefusal)
      .finally(() => (isSaving.current = false));
  };

  const copyAsNew = async (): Promise<void> => {
    const fields = {
      name: t('copyOfBoard', { name: answer.name }).slice(0, entities.board.fields.name.max),
      ...(await makeContentFields(JSON.stringify(toBoard(editor.design)))),
    };
    const addedBoard = await sendRequestOnce<{ id: number } | null>(
      fields,
      (requestId) => send<{ id: number }>('/mes/board/add', fields, { id: requestId }),
      () => null,
    );
    if (!addedBoard) return;
    await refreshQueries();
    onCopied(addedBoard.id);
  };

  return {
    base,
    step,
    isBusy: busy,
    close: () => setStep(null),
    /** Saves the board. If the check has findings, shows them instead. */
    save: () => {
      if (!editor.isDirty || step !== null) return;
      if (findings.length > 0) setStep({ kind: 'check', findings });
      else runUnlessBusy(() => writeBoard(baseVersion));
    },
    /** Saves the board although the check has findings. */
    saveAnyway: () => {
      setStep(null);
      runUnlessBusy(() => writeBoard(baseVersion));
    },
    /** Opens a stored version. The changes of the user are lost. */
    takeOver: (stored: StoredBoard) => {
      setBase(stored);
      editor.open(stored.board);
      setStep(null);
    },
    /** Saves the edited board over the version that somebody else has saved. */
    keepMine: ({ version }: StoredBoard) => runUnlessBusy(() => writeBoard(version)),
    copyAsNew: () => runUnlessBusy(copyAsNew),
  };
}
