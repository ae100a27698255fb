import type { BoardAnswer, BoardEditions } from '#shared/answers/boards/board.ts';
import type { HomeBoardSaveAnswer } from '#shared/answers/boards/home-board.ts';
import type { Entity } from '#shared/entities/index.ts';
import { call, send } from '#client/kit/wire/call.ts';
import type { CallError } from '#client/kit/wire/call-error.ts';
import { makeContentFields } from '../../screens/board-content-fields.ts';

/** The server's answer to a save of a board. */
export interface SavedBoard {
  readonly version: number;
  readonly edition: number;
}

/** Reads and saves the board that the designer edits. */
export interface BoardStore {
  /** The entity whose queries must be refetched after a save. */
  readonly entity: 'board' | 'homeBoard';
  readonly read: () => Promise<BoardAnswer>;
  /** Makes the fields of a call that saves a board. @param content the board as JSON text */
  readonly makeFields: (version: number, content: string) => Promise<Record<string, unknown>>;
  /**
   * Saves the board. If the board has changed meanwhile, the call fails with `stale`, and the caller shows
   * this.
   * @param requestId the id of the request
   */
  readonly save: (fields: Record<string, unknown>, requestId: string) => Promise<SavedBoard>;
  /** Finds out who saved the newest version, and when. @param error the refusal `stale` of a save */
  readonly findSaver: (error: CallError) => Promise<{ savedBy: string; savedAt: string }>;
  /** Whether the user can save the edited board as a new board. */
  readonly canCopy: boolean;
}

/** Makes the store for a board of the factory. */
export const makeBoardStore = (id: number): BoardStore => ({
  entity: 'board',
  read: () => call<BoardAnswer>('/mes/board/read', { id }),
  makeFields: async (version, content) => ({ id, version, ...(await makeContentFields(content)) }),
  save: (fields, requestId) =>
    send<Entity<'board'>>('/mes/board/write', fields, { id: requestId, codesShownElsewhere: ['stale'] }),
  findSaver: async () => {
    const { editions } = await call<BoardEditions>('/mes/board/versions', { id });
    const { savedBy = '—', savedAt = new Date().toISOString() } = editions[0] ?? {};
    return { savedBy, savedAt };
  },
  canCopy: true,
});

/** Makes the store for the user's home page. @param read reads the home page as a `BoardAnswer` */
export const makeHomeStore = (read: () => Promise<BoardAnswer>): BoardStore => ({
  entity: 'homeBoard',
  read,
  makeFields: (version, content) => Promise.resolve({ version, content }),
  save: async (fields, requestId) => {
    const { version } = await send<HomeBoardSaveAnswer>('/mes/home/board/save', fields, {
      id: requestId,
      codesShownElsewhere: ['stale'],
    });
    return { version, edition: version };
  },
  findSaver: ({ params: { by, at } }) =>
    Promise.resolve({ savedBy: String(by ?? '—'), savedAt: String(at ?? new Date().toISOString()) }),
  canCopy: false,
});
