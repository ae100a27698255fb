import { useMemo } from 'react';
import { MAX_TEXT_SIZE_PX, MIN_TEXT_SIZE_PX, type BoardVariable } from '#shared/boards/board.ts';
import { choice, number, ref } from '#shared/kernel/fields.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormArea } from '#client/kit/forms/form-context.tsx';
import { useT } from '#client/kit/words/t.ts';
import type { Design } from '../state/design.ts';
import { setStage, setTheme, setVariable } from '../state/edit-board.ts';
import { findStageName, STAGE_NAMES, STAGES, type StageName } from '../state/stages.ts';
import { computeTextSizes, getViewing } from '../state/text-size.ts';
import type { DesignEditor } from '../state/use-design.ts';
import { useLiveForm } from './live-form.ts';

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

/** The variables that widgets use. The value of each is the id of a row. */
const VARIABLE_FIELDS = {
  group: ref('workGroup', { label: 'workGroup' }),
  order: ref('workOrder', { label: 'workOrder' }),
  customer: ref('customer', { label: 'customer' }),
} satisfies Partial<Record<BoardVariable, unknown>>;
const VARIABLE_FORM = { fields: VARIABLE_FIELDS };
const VARIABLE_NAMES = Object.keys(VARIABLE_FIELDS) as (keyof typeof VARIABLE_FIELDS)[];

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

function VariablesForm({ editor }: { editor: DesignEditor }) {
  const t = useT();
  const { variables } = editor.design;
  const values = useMemo(
    () =>
      Object.fromEntries(
        VARIABLE_NAMES.map((name) => [name, variables[name] ? Number(variables[name]) : null]),
      ),
    [variables],
  );
  const form = useLiveForm(VARIABLE_FIELDS, values, (next) =>
    editor.change(
      (currentDesign) =>
        VARIABLE_NAMES.reduce(
          (changedDesign, name) =>
            setVariable(changedDesign, name, next[name] === null ? null : String(next[name])),
          currentDesign,
        ),
      'variables',
    ),
  );
  return (
    <FormArea form={form} onSubmit={ignoreSubmit} className="settings-fields" label={t('boardVariables')}>
      {VARIABLE_NAMES.map((name) => (
        <Field key={name} of={VARIABLE_FORM} name={name} />
      ))}
    </FormArea>
  );
}

/** Shows the stage, the text size and the variables of the board. */
export function BoardSettings({ editor }: { editor: DesignEditor }) {
  const t = useT();
  const isListed = findStageName(editor.design.stage) !== null;
  return (
    <>
      <h2>{t('boardSettings')}</h2>
      <StageForm
        key={String(isListed)}
        editor={editor}
        fields={isListed ? STAGE_FIELDS : OTHER_STAGE_FIELDS}
      />
      <h3>{t('boardVariables')}</h3>
      <p className="settings-note">{t('boardVariablesAbout')}</p>
      <VariablesForm editor={editor} />
    </>
  );
}
