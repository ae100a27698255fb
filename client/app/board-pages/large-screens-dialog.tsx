import { useQuery } from '@tanstack/react-query';
import {
  BOARD_PRESETS,
  DEFAULT_PRESET_BY_SCREEN,
  LARGE_SCREENS,
  LARGE_SCREEN_PATHS,
  type LargeScreen,
} from '#shared/boards/preset-names.ts';
import { entities, type Entity } from '#shared/entities/index.ts';
import { choice, ref } from '#shared/kernel/fields.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { useSubmit } from '#client/kit/forms/use-submit.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useT } from '#client/kit/words/t.ts';
import { useBoards } from './use-boards.ts';

type LargeScreenRow = Entity<'largeScreen'>;

/**
 * The fields of the form: the board of each large screen, and the preset that the screen shows if no board is
 * chosen.
 */
const SCREEN_FIELDS = {
  largeScreen1: ref('board', { label: 'board' }),
  preset1: choice(BOARD_PRESETS, { required: true, label: 'shownPreset' }),
  largeScreen2: ref('board', { label: 'board' }),
  preset2: choice(BOARD_PRESETS, { required: true, label: 'shownPreset' }),
};
const SCREEN_FORM = { fields: SCREEN_FIELDS };
const PRESET_FIELD_BY_SCREEN = { largeScreen1: 'preset1', largeScreen2: 'preset2' } as const;

function LargeScreensForm({ rows, onClose }: { rows: readonly LargeScreenRow[]; onClose: () => void }) {
  const t = useT();
  const { write } = useBoards();
  const findScreenRow = (screen: LargeScreen) => rows.find((row) => row.screen === screen);
  const form = useForm(
    SCREEN_FIELDS,
    Object.fromEntries(
      LARGE_SCREENS.flatMap((screen) => [
        [screen, findScreenRow(screen)?.boardId ?? null],
        [PRESET_FIELD_BY_SCREEN[screen], findScreenRow(screen)?.preset ?? DEFAULT_PRESET_BY_SCREEN[screen]],
      ]),
    ),
  );
  const { busy, submit } = useSubmit(form, async (values) => {
    for (const screen of LARGE_SCREENS) {
      const row = findScreenRow(screen);
      const chosenContent = { boardId: values[screen], preset: values[PRESET_FIELD_BY_SCREEN[screen]] };
      if (row?.boardId === chosenContent.boardId && row.preset === chosenContent.preset) continue;
      await write(`${entities.largeScreen.path}/save`, {
        screen,
        ...chosenContent,
        ...(row ? { id: row.id, version: row.version } : {}),
      });
    }
    showSuccess(t('saved'));
    onClose();
  });
  return (
    <FormDialog
      title={t('largeScreensChosen')}
      subject={t('largeScreensAbout')}
      form={form}
      busy={busy}
      submitText={t('save')}
      onSubmit={submit}
      onClose={onClose}
      confirmsDiscard
    >
      {LARGE_SCREENS.map((screen) => (
        <fieldset key={screen} className="large-screen-choice">
          <legend>
            {t(screen)} <code>{LARGE_SCREEN_PATHS[screen]}</code>
          </legend>
          <Field
            of={SCREEN_FORM}
            name={screen}
            chosenName={form.initial[screen] === null ? undefined : findScreenRow(screen)?.labels.boardId}
          />
          {form.values[screen] === null && <Field of={SCREEN_FORM} name={PRESET_FIELD_BY_SCREEN[screen]} />}
        </fieldset>
      ))}
    </FormDialog>
  );
}

/** Chooses what the two large screens of the factory show. */
export function LargeScreensDialog({ onClose }: { onClose: () => void }) {
  const { data } = useQuery({
    queryKey: queryKeys.entity('largeScreen', 'page'),
    queryFn: ({ signal }) =>
      call<PageAnswer<LargeScreenRow>>(`${entities.largeScreen.path}/page`, {}, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  return data ? <LargeScreensForm rows={data.rows} onClose={onClose} /> : null;
}
