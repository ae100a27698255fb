import { Button } from '@blueprintjs/core';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { HomeBoardSaveAnswer } from '#shared/answers/boards/home-board.ts';
import { chooseHomePreset, HOME_PRESETS } from '#shared/boards/home-presets.ts';
import { choice, number } from '#shared/kernel/fields.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormArea } from '#client/kit/forms/form-context.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { confirm } from '#client/kit/messages/confirm.ts';
import { send } from '#client/kit/wire/call.ts';
import { ignoreRefusal } from '#client/kit/wire/ignore-refusal.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { MAX_HOME_ROWS, MIN_HOME_ROWS } from '../../kit/desk/home-stage.ts';
import { buildHomeBoard } from '../../presets/home/home-preset.ts';
import { homeLayouts } from '../../presets/home/index.ts';
import { replaceTiles, setHomeRows } from '../state/edit-board.ts';
import type { DesignEditor } from '../state/use-design.ts';
import { useLiveForm } from './live-form.ts';
import { VariablesForm } from './variables-form.tsx';

const ignoreSubmit = () => undefined;
const ROWS_FIELDS = {
  rows: number({ required: true, min: MIN_HOME_ROWS, max: MAX_HOME_ROWS, decimals: 0, label: 'homeRows' }),
};
const ROWS_FORM = { fields: ROWS_FIELDS };
const PRESET_FIELDS = { preset: choice(HOME_PRESETS, { required: true, label: 'homePreset' }) };
const PRESET_FORM = { fields: PRESET_FIELDS };

interface Props {
  editor: DesignEditor;
  /** The version of the user's own board; 0 if there has been none. */
  version: number;
  /** Lets the user leave the page without a question about unsaved changes. */
  onLeave: () => void;
}

function RowsForm({ editor }: Pick<Props, 'editor'>) {
  const t = useT();
  const { rows } = editor.design.stage;
  const values = useMemo(() => ({ rows }), [rows]);
  const form = useLiveForm(ROWS_FIELDS, values, (next) =>
    editor.change((currentDesign) => setHomeRows(currentDesign, next.rows), 'rows'),
  );
  return (
    <FormArea form={form} onSubmit={ignoreSubmit} className="settings-fields" label={t('boardSettings')}>
      <Field of={ROWS_FORM} name="rows" />
    </FormArea>
  );
}

function PresetForm({ editor }: Pick<Props, 'editor'>) {
  const t = useT();
  const user = useUser();
  const form = useForm(PRESET_FIELDS, { preset: chooseHomePreset(user, null) });
  const preset = HOME_PRESETS.find((name) => name === form.values['preset']);
  const applyPreset = () => {
    if (preset)
      editor.change((currentDesign) =>
        replaceTiles(currentDesign, buildHomeBoard(homeLayouts[preset], user)),
      );
  };
  return (
    <>
      <h3>{t('homeStartAgain')}</h3>
      <p className="settings-note">{t('homeStartAgainAbout')}</p>
      <FormArea form={form} onSubmit={applyPreset} className="settings-fields" label={t('homeStartAgain')}>
        <Field of={PRESET_FORM} name="preset" />
        <Button type="submit" text={t('applyHomePreset')} disabled={!preset} />
      </FormArea>
    </>
  );
}

/** Shows the height and the variables of the home page, and buttons that apply a preset or reset the page. */
export function HomeSettings({ editor, version, onLeave }: Props) {
  const t = useT();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const resetHomePage = async () => {
    const isConfirmed = await confirm({
      title: t('resetHome'),
      text: t('resetHomeText'),
      yes: t('resetHome'),
      danger: true,
    });
    if (!isConfirmed) return;
    setBusy(true);
    try {
      await send<HomeBoardSaveAnswer>('/mes/home/board/reset', { version });
      await client.invalidateQueries({ queryKey: queryKeys.entity('homeBoard') });
      onLeave();
      await navigate('/');
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <h2>{t('editHome')}</h2>
      <RowsForm editor={editor} />
      <VariablesForm editor={editor} />
      <PresetForm editor={editor} />
      <Button
        variant="outlined"
        intent="danger"
        text={t('resetHome')}
        loading={isBusy}
        onClick={() => void resetHomePage().catch(ignoreRefusal)}
      />
    </>
  );
}
