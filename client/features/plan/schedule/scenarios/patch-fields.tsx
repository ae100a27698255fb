import { Button, HTMLSelect } from '@blueprintjs/core';
import { TrashIcon } from '@blueprintjs/icons';
import { useId } from 'react';
import { SCENARIO_KINDS, type NamedPatch, type ScenarioKind } from '#shared/answers/schedule.ts';
import { getFieldLabel, type Field, type FieldMap } from '#shared/kernel/fields.ts';
import { PATCH_FIELDS_BY_KIND } from '#shared/planning/scenario-problems.ts';
import { SCHEDULE_FIELDS } from '#shared/planning/schedule-fields.ts';
import { CellInput } from '#client/kit/fields/cell-input.tsx';
import { formatProblem } from '#client/kit/fields/lines/lines-input.tsx';
import type { FormProblems } from '#client/kit/forms/use-form.ts';
import { useT } from '#client/kit/words/t.ts';

/** The entered values of one change of a scenario, which are not checked yet. */
export type PatchValues = Readonly<Record<string, unknown>> & { readonly kind: ScenarioKind };

interface Props {
  patch: PatchValues;
  index: number;
  problems: FormProblems;
  onChange: (patch: PatchValues) => void;
  /** Removes the change; undefined if it is the only change, which cannot be removed. */
  onRemove: (() => void) | undefined;
}

const COLUMNS = SCHEDULE_FIELDS.patches.of as FieldMap;

/** Makes an empty change of the given kind. */
export const makePatch = (kind: ScenarioKind): PatchValues => ({
  orderId: null,
  dueDate: null,
  workGroupId: null,
  deviceId: null,
  hours: null,
  from: null,
  until: null,
  kind,
});

/** Converts a stored change to values for the form. Leaves out `name`, because only the server sets it. */
export const toPatchValues = ({ name: _name, ...patch }: NamedPatch): PatchValues => ({ ...patch });

/** Shows the inputs of one change of a scenario: its kind, and the fields of this kind. */
export function PatchFields({ patch, index, problems, onChange, onRemove }: Props) {
  const t = useT();
  const id = useId();
  const { needed, allowed } = PATCH_FIELDS_BY_KIND[patch.kind];
  const renderField = (name: string) => {
    const field: Field = { ...COLUMNS[name]!, required: needed.includes(name as never) };
    const problem = formatProblem(problems[`patches[${index}].${name}`], t);
    const fieldId = `${id}-${name}`;
    return (
      <div key={name} className={`field${problem ? ' field-refused' : ''}`}>
        <label className="field-label" htmlFor={fieldId}>
          {t(getFieldLabel(name, field))}
          {field.required && (
            <span className="required-mark" aria-hidden="true">
              {' '}
              *
            </span>
          )}
          {field.unit && <span className="unit"> {t(field.unit)}</span>}
        </label>
        <CellInput
          field={field}
          id={fieldId}
          value={patch[name]}
          invalid={problem !== undefined}
          {...(problem ? { describedBy: `${fieldId}-problem` } : {})}
          onChange={(value) => onChange({ ...patch, [name]: value })}
        />
        {problem && (
          <div id={`${fieldId}-problem`} className="field-problem">
            {problem}
          </div>
        )}
      </div>
    );
  };
  return (
    <fieldset className="scenario-patch field-across">
      <legend className="visually-hidden">
        {t('scenarioChange')} {index + 1}
      </legend>
      <div className="scenario-patch-kind">
        <HTMLSelect
          aria-label={t('scenarioChange')}
          value={patch.kind}
          options={SCENARIO_KINDS.map((kind) => ({ value: kind, label: t(kind) }))}
          onChange={(event) => onChange(makePatch(event.target.value as ScenarioKind))}
        />
        <span className="scenario-patch-hint">{t(`${patch.kind}Hint`)}</span>
        {onRemove && (
          <Button
            variant="minimal"
            icon={<TrashIcon />}
            aria-label={t('removeNamed', { name: `${t(patch.kind)} ${index + 1}` })}
            onClick={onRemove}
          />
        )}
      </div>
      <div className="scenario-patch-fields">{[...needed, ...allowed].map(renderField)}</div>
    </fieldset>
  );
}
