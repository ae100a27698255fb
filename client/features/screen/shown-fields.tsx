import { entities } from '#shared/entities/index.ts';
import { Field } from '#client/kit/fields/field.tsx';
import type { RawFormValues } from '#client/kit/forms/use-form.ts';

const { playlistId, boardId, preset } = entities.wallScreen.fields;
/** The fields that determine what a screen shows. */
export const SHOWN_FIELDS = { playlistId, boardId, preset };
const SHOWN_FORM = { fields: SHOWN_FIELDS };

/** Chooses what a screen shows. A playlist overrides the board, and a board the preset, so these are hidden then. */
export function ShownFields({
  values,
  labels = {},
}: {
  values: RawFormValues;
  /** The names of the playlist and the board that are chosen at first. */
  labels?: Readonly<Record<string, string | undefined>>;
}) {
  const hasPlaylist = typeof values['playlistId'] === 'number';
  return (
    <>
      <Field of={SHOWN_FORM} name="playlistId" shown={labels['playlistId']} />
      {!hasPlaylist && <Field of={SHOWN_FORM} name="boardId" shown={labels['boardId']} />}
      {!hasPlaylist && typeof values['boardId'] !== 'number' && <Field of={SHOWN_FORM} name="preset" />}
    </>
  );
}
