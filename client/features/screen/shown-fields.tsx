import { entities } from '#shared/entities/index.ts';
import { Field } from '#client/kit/fields/field.tsx';
import type { RawFormValues } from '#client/kit/forms/use-form.ts';

const { playlistId, boardId, preset } = entities.wallScreen.fields;
/** The fields that determine what a screen shows. */
export const SHOWN_FIELDS = { playlistId, boardId, preset };
const SHOWN_FORM = { fields: SHOWN_FIELDS };

/** Chooses what a screen shows. Fields that a chosen playlist or board overrides are hidden. */
export function ShownFields({
  values,
  labels = {},
}: {
  values: RawFormValues;
  /** The names of the initially chosen playlist and board. */
  labels?: Readonly<Record<string, string | undefined>>;
}) {
  const hasPlaylist = typeof values['playlistId'] === 'number';
  return (
    <>
      <Field of={SHOWN_FORM} name="playlistId" chosenName={labels['playlistId']} />
      {!hasPlaylist && <Field of={SHOWN_FORM} name="boardId" chosenName={labels['boardId']} />}
      {!hasPlaylist && typeof values['boardId'] !== 'number' && <Field of={SHOWN_FORM} name="preset" />}
    </>
  );
}
