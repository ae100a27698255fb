import type { Board } from './board.ts';

/**
 * The setting that holds the id of an uploaded file, by type of widget. The server needs this
 * table, because it has no code of the widgets. A contract test compares the table with the widgets.
 */
export const FILE_SETTING_BY_WIDGET: Readonly<Record<string, string>> = {
  picture: 'pictureFile',
  hallMap: 'planFile',
};

/** Lists the ids of the files that the tiles of a board show, each once. */
export function listBoardFileIds({ tiles }: Board): number[] {
  const ids = tiles.flatMap(({ type, settings }) => {
    const setting = Object.hasOwn(FILE_SETTING_BY_WIDGET, type) ? FILE_SETTING_BY_WIDGET[type]! : null;
    const id = setting === null ? null : settings[setting];
    return Number.isSafeInteger(id) && (id as number) > 0 ? [id as number] : [];
  });
  return [...new Set(ids)];
}
