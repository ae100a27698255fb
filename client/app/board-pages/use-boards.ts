import { useQueryClient } from '@tanstack/react-query';
import type { BoardAnswer } from '#shared/answers/boards/board.ts';
import type { BoardPreset } from '#shared/boards/preset-names.ts';
import type { Board } from '#shared/boards/board.ts';
import { call, send } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { saveFile } from '#client/kit/wire/save-file.ts';

/** The source of a new board: another board, a preset, or a text. */
export type BoardOrigin =
  | { readonly id: number }
  | { readonly preset: BoardPreset; readonly board: Board }
  | { readonly content: string };

/** Adds the sources of a board's tiles to the fields of a call, if the call saves the board's content. */
async function addSources(fields: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { content } = fields;
  if (typeof content !== 'string') return fields;
  const { makeContentFields } = await import('#boards/screens/board-content-fields.ts');
  return { ...fields, ...(await makeContentFields(content)) };
}

/** Returns functions that write boards. After each write, open lists and screens are read again. */
export function useBoards() {
  const client = useQueryClient();
  const refreshBoards = () => client.invalidateQueries({ queryKey: queryKeys.entity('board') });
  const writeBoard = async <T>(path: string, fields: Record<string, unknown>): Promise<T> => {
    const answer = await send<T>(path, await addSources(fields), {
      codesShownElsewhere: ['fieldsInvalid', 'boardTextInvalid', 'boardInvalid'],
    });
    await refreshBoards();
    return answer;
  };
  return {
    write: writeBoard,
    addBoard: (name: string, origin: BoardOrigin): Promise<{ id: number }> => {
      if ('id' in origin) return writeBoard('/mes/board/copy', { name, id: origin.id });
      const content = 'content' in origin ? origin.content : JSON.stringify(origin.board);
      return writeBoard('/mes/board/add', {
        name,
        content,
        ...('preset' in origin ? { preset: origin.preset } : {}),
      });
    },
  };
}

/** Saves the text of a board as a file. If the board cannot be read, `call` shows the reason. */
export async function exportBoard(id: number): Promise<void> {
  const { name, content } = await call<BoardAnswer>('/mes/board/read', { id });
  const text = `${JSON.stringify(JSON.parse(content), null, 2)}\n`;
  saveFile(new Blob([text], { type: 'application/json' }), `${name.replaceAll(/[\\/:*?"<>|]/g, '_')}.json`);
}
