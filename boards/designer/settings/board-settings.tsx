import { useMemo } from 'react';
import { MAX_TEXT_SIZE_PX, MIN_TEXT_SIZE_PX } from '#shared/boards/board.ts';
import { choice, number } from '#shared/kernel/fields.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormArea } from '#client/kit/forms/form-context.tsx';
import { useT } from '#client/kit/words/t.ts';
import type { Design } from '../state/design.ts';
import { setStage, setTheme } from '../state/edit-board.ts';
import { findStageName, STAGE_NAMES, STAGES, type StageName } from '../state/stages.ts';
import { computeTextSizes, getViewing } from '../state/text-size.ts';
import type { DesignEditor } from '../state/use-design.ts';
import { useLiveForm } from './live-form.ts';
import { RenameForm } from './rename-form.tsx';
import { VariablesForm } from './variables-form.tsx';

const ignoreSubmit = () => undefined;

const STAGE_TERMS = STAGE_NAMES.map((name) => `boardStage.${name}` as const);
const STAGE_FIELDS = {
  stage: choice(STAGE_TERMS, { required: true, label: 'boardStage' }),
  text: number({
    required: true,
    min: MIN_TEXT_SIZE_PX,
    max: MAX_TEXT_SIZE_PX,
    decimals: 0,
    label: 'boardTextSize',
  }),
  screenInches: number({ required: true, min: 10, max: 300, decimals: 0, label: 'screenInches' }),
  distanceMetres: number({ required: true, min: 0.5, max: 50, decimals: 1, label: 'distanceMetres' }),
};
/** The fields of a board whose stage is not in the list; an imported board can have such a stage. */
const OTHER_STAGE_FIELDS = { ...STAGE_FIELDS, stage: choice(STAGE_TERMS, { label: 'boardStage' }) };

const toStageTerm = (name: StageName | null) => name && (`boardStage.${name}` as const);

const readStageValues = ({ stage, theme }: Design) => {
  const { inches, metres } = getViewing(theme);
  return {
    stage: toStageTerm(findStageName(stage)),
    text: theme.text,
    screenInches: inches,
    distanceMetres: metres,
  };
};

interface StageFormProps {
  editor: DesignEditor;
  fields: typeof STAGE_FIELDS | typeof OTHER_STAGE_FIELDS;
}

function StageForm({ editor, fields }: StageFormProps) {
  const t = useT();
  const { design } = editor;
  const { stage, theme } = design;
  const stageForm = { fields: fields as typeof OTHER_STAGE_FIELDS };
  const values = useMemo(() => readStageValues(design), [design]);
  const form = useLiveForm(
    stageForm.fields,
    values,
    ({ stage: term, text: textSize, screenInches, distanceMetres }) => {
      const name = STAGE_NAMES.find((candidate) => toStageTerm(candidate) === term);
      if (name && name !== findStageName(stage)) {
        // setStage also scales the text size, so the other inputs are not applied.
        editor.change((currentDesign) => setStage(currentDesign, STAGES[name]));
        return;
      }
      editor.change(
        (currentDesign) => setTheme(currentDesign, { text: textSize, screenInches, distanceMetres }),
        'theme',
      );
    },
  );
  const { min, preferred } = computeTextSizes(stage, getViewing(theme));
  const isReadable = theme.text >= min;
  return (
    <FormArea form={form} onSubmit={ignoreSubmit} className="settings-fields" label={t('boardStage')}>
      <Field of={stageForm} name="stage" />
      <Field of={stageForm} name="text" />
      <div className="settings-viewing">
        <Field of={stageForm} name="screenInches" />
        <Field of={stageForm} name="distanceMetres" />
      </div>
      <p className={`settings-note${isReadable ? '' : ' is-warning'}`} role="status">
        {!isReadable && <span aria-hidden="true">◆ </span>}
        {t('readableText', { min, preferred })}
      </p>
    </FormArea>
  );
}

/** Shows the name, the stage, the text size and the variables of the board. */
export function BoardSettings({ id, name, editor }: { id: number; name: string; editor: DesignEditor }) {
  const t = useT();
  const isListed = findStageName(editor.design.stage) !== null;
  return (
    <>
      <h2>{t('boardSettings')}</h2>
      <RenameForm id={id} name={name} />
      <StageForm
        key={String(isListed)}
        editor={editor}
        fields={isListed ? STAGE_FIELDS : OTHER_STAGE_FIELDS}
      />
      <VariablesForm editor={editor} />
    </>
  );
}
