import { Button } from '@blueprintjs/core';
import { PlusIcon } from '@blueprintjs/icons';
import type { ScenarioPatch, ScheduleRun } from '#shared/answers/schedule.ts';
import { text, type FieldMap } from '#shared/kernel/fields.ts';
import { findScenarioProblems } from '#shared/planning/scenario-problems.ts';
import { SCHEDULE_FIELDS } from '#shared/planning/schedule-fields.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { formatProblem } from '#client/kit/fields/lines/lines-input.tsx';
import { useT } from '#client/kit/words/t.ts';
import type { ComputeChoice } from '../use-schedule.ts';
import { makePatch, PatchFields, toPatchValues, type PatchValues } from './patch-fields.tsx';

const FIELDS = {
  name: text({ ...SCHEDULE_FIELDS.name, required: true, label: 'name' }),
  keep: SCHEDULE_FIELDS.keep,
  goal: SCHEDULE_FIELDS.goal,
  level: SCHEDULE_FIELDS.level,
  patches: SCHEDULE_FIELDS.patches,
};
const FORM: { fields: FieldMap } = { fields: FIELDS };

interface Props {
  /** The scenario whose values the dialog copies; null if the dialog starts with one empty change. */
  copiedScenario: ScheduleRun | null;
  isBusy: boolean;
  onCompute: (choice: ComputeChoice) => void;
  onClose: () => void;
}

/** Asks for the name and the changes of a new scenario, and checks them. */
export function ScenarioDialog({ copiedScenario, isBusy, onCompute, onClose }: Props) {
  const t = useT();
  const form = useForm(FIELDS, {
    name: copiedScenario?.name ?? null,
    keep: copiedScenario?.keep ?? 'keepOrder',
    goal: copiedScenario?.goal ?? 'tardiness',
    level: copiedScenario?.level ?? 'quickSearch',
    patches: copiedScenario ? copiedScenario.patches.map(toPatchValues) : [makePatch('rushOrder')],
  });
  const patches = form.values['patches'] as readonly PatchValues[];
  const problem = formatProblem(form.problems['patches'], t);
  const setPatches = (next: readonly PatchValues[]): void => form.set('patches', next);
  const submit = (): void => {
    const values = form.check();
    if (!values) return;
    const { name, keep, goal, level } = values as unknown as Required<ComputeChoice>;
    const checkedPatches = values.patches as unknown as ScenarioPatch[];
    const problems = findScenarioProblems(name, checkedPatches);
    if (Object.keys(problems).length > 0) form.refuse(problems);
    else onCompute({ name, keep, goal, level, patches: checkedPatches });
  };
  return (
    <FormDialog
      title={t('addScenario')}
      form={form}
      busy={isBusy}
      confirmsDiscard
      wide
      submitText={t('computePlan')}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field of={FORM} name="name" autoFocus />
      <Field of={FORM} name="keep" />
      <Field of={FORM} name="goal" />
      <Field of={FORM} name="level" />
      {patches.map((patch, index) => (
        <PatchFields
          // A change has no id. The key contains the count of the changes, so all inputs are made anew when a change is
          // added or removed. Otherwise an input could keep the text of a removed change.
          key={`${index} of ${patches.length} ${patch.kind}`}
          patch={patch}
          index={index}
          problems={form.problems}
          onChange={(next) => setPatches(patches.with(index, next))}
          onRemove={patches.length > 1 ? () => setPatches(patches.toSpliced(index, 1)) : undefined}
        />
      ))}
      {problem && <div className="field-problem field-across">{problem}</div>}
      <div className="field-across">
        <Button
          icon={<PlusIcon />}
          text={t('addScenarioChange')}
          disabled={patches.length >= SCHEDULE_FIELDS.patches.max!}
          onClick={() => setPatches([...patches, makePatch('overtimeOfGroup')])}
        />
      </div>
    </FormDialog>
  );
}
