import { useMemo } from 'react';
import type { BoardVariable } from '#shared/boards/board.ts';
import { ref } from '#shared/kernel/fields.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormArea } from '#client/kit/forms/form-context.tsx';
import { useT } from '#client/kit/words/t.ts';
import { setVariable } from '../state/edit-board.ts';
import type { DesignEditor } from '../state/use-design.ts';
import { useLiveForm } from './live-form.ts';

const ignoreSubmit = () => undefined;

/** The variables that widgets use. The value of each is the id of a row. */
const VARIABLE_FIELDS = {
  workshop: ref('department', { label: 'workshop' }),
  line: ref('productionLine', { label: 'productionLine' }),
  group: ref('workGroup', { label: 'workGroup' }),
  order: ref('workOrder', { label: 'workOrder' }),
  customer: ref('customer', { label: 'customer' }),
} satisfies Partial<Record<BoardVariable, unknown>>;
const VARIABLE_FORM = { fields: VARIABLE_FIELDS };
const VARIABLE_NAMES = Object.keys(VARIABLE_FIELDS) as (keyof typeof VARIABLE_FIELDS)[];

/** Shows the variables of the board, which widgets use as parameters of their reports. */
export function VariablesForm({ editor }: { editor: DesignEditor }) {
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
    <>
      <h3>{t('boardVariables')}</h3>
      <p className="settings-note">{t('boardVariablesAbout')}</p>
      <FormArea form={form} onSubmit={ignoreSubmit} className="settings-fields" label={t('boardVariables')}>
        {VARIABLE_NAMES.map((name) => (
          <Field key={name} of={VARIABLE_FORM} name={name} />
        ))}
      </FormArea>
    </>
  );
}
