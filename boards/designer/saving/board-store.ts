import type { BoardAnswer, BoardEditions } from '#shared/answers/board.ts';
import type { HomeBoardSaved } from '#shared/answers/home-board.ts';
import type { Entity } from '#shared/entities/index.ts';
import { call, send } from '#client/kit/wire/call.ts';
import type { CallError } from '#client/kit/wire/call-error.ts';
import { makeContentFields } from '../../screens/board-content-fields.ts';

/** What a save of a board answers. */
export interface SavedBoard {
  readonly version: number;
  readonly edition: number;
}

/** Where the designer keeps a board. */
export interface BoardStore {
  /** The entity whose queries are outdated after a save. */
  readonly entity: 'board' | 'homeBoard';
  readonly read: () => Promise<BoardAnswer>;
  /** Makes the fields of a call that saves a board. @param content the board as JSON text */
  readonly makeFields: (version: number, content: string) => Promise<Record<string, unknown>>;
  /** Saves the board. The caller shows the refusal `stale`. @param request the id of the request */
  readonly save: (fields: Record<string, unknown>, request: string) => Promise<SavedBoard>;
  /** Tells who has saved the newest version, and when. @param error the refusal of a save because of this version */
  readonly findSaver: (error: CallError) => Promise<{ savedBy: string; savedAt: string }>;
  /** Whether the edited board can become a new board. */
  readonly canCopy: boolean;
}

/** Keeps a board of the factory. */
export const makeBoardStore = (id: number): BoardStore => ({
  entity: 'board',
  read: () => call<BoardAnswer>('/mes/board/read', { id }),
  makeFields: async (version, content) => ({ id, version, ...(await makeContentFields(content)) }),
  save: (fields, request) =>
    send<Entity<'board'>>('/mes/board/write', fields, { id: request, codesShownElsewhere: ['stale'] }),
  findSaver: async () => {
    const { editions } = await call<BoardEditions>('/mes/board/versions', { id });
    const { savedBy = '—', savedAt = new Date().toISOString() } = editions[0] ?? {};
    return { savedBy, savedAt };
  },
  canCopy: true,
});

/** Keeps the home page of the user. @param read reads it in the form of a board of the factory */
export const makeHomeStore = (read: () => Promise<BoardAnswer>): BoardStore => ({
  entity: 'homeBoard',
  read,
  makeFields: (version, content) => Promise.resolve({ version, content }),
  save: async (fields, request) => {
    const { version } = await send<HomeBoardSaved>('/mes/home/board/save', fields, {
      id: request,
      codesShownElsewhere: ['stale'],
    });
    return { version, edition: version };
  },
  findSaver: ({ params: { by, at } }) =>
    Promise.resolve({ savedBy: String(by ?? '—'), savedAt: String(at ?? new Date().toISOString()) }),
  canCopy: false,
});
