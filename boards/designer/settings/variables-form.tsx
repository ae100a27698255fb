import { useMemo } from 'react';
import type { BoardVariable } from '#shared/boards/board.ts';
import { readBoardDate, SHOWN_DAY_FIELDS } from '#shared/boards/shown-day.ts';
import { ref } from '#shared/kernel/fields.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormArea } from '#client/kit/forms/form-context.tsx';
import { useT } from '#client/kit/words/t.ts';
import { setVariable } from '../state/edit-board.ts';
import type { DesignEditor } from '../state/use-design.ts';
import { useLiveForm } from './live-form.ts';

const ignoreSubmit = () => undefined;

/** The variables that refer to a row. The value of each is the id of the row. */
const VARIABLE_FIELDS = {
  workshop: ref('department', { label: 'workshop' }),
  line: ref('productionLine', { label: 'productionLine' }),
  group: ref('workGroup', { label: 'workGroup' }),
  order: ref('workOrder', { label: 'workOrder' }),
  customer: ref('customer', { label: 'customer' }),
} satisfies Partial<Record<BoardVariable, unknown>>;
const VARIABLE_FORM = { fields: VARIABLE_FIELDS };
const DATE_FORM = { fields: SHOWN_DAY_FIELDS };
const VARIABLE_NAMES = Object.keys(VARIABLE_FIELDS) as (keyof typeof VARIABLE_FIELDS)[];

/**
 * Returns the new value of the variable `date`. If one of the two inputs has changed, its value applies, and
 * the value of the other input is dropped.
 */
function chooseDate(
  before: { shownDay: string | null; daysAgo: number | null },
  next: { shownDay: string | null; daysAgo: number | null },
): string | null {
  const hasDayChanged = next.shownDay !== before.shownDay;
  const day =
    next.shownDay === null || (!hasDayChanged && next.daysAgo !== before.daysAgo) ? null : next.shownDay;
  return (
    day ?? (next.daysAgo === null || (hasDayChanged && next.shownDay !== null) ? null : String(next.daysAgo))
  );
}

/** Shows the day of the board: a fixed day, or a number of days before today. */
function DateForm({ editor }: { editor: DesignEditor }) {
  const t = useT();
  const { date } = editor.design.variables;
  const values = useMemo(() => {
    const shownDate = readBoardDate(date);
    return {
      shownDay: shownDate?.kind === 'fixed' ? shownDate.day : null,
      daysAgo: shownDate?.kind === 'ago' ? shownDate.daysAgo : null,
    };
  }, [date]);
  const form = useLiveForm(SHOWN_DAY_FIELDS, values, (next) =>
    editor.change(
      (currentDesign) => setVariable(currentDesign, 'date', chooseDate(values, next)),
      'variables',
    ),
  );
  return (
    <>
      <FormArea
        form={form}
        onSubmit={ignoreSubmit}
        className="settings-fields"
        label={t('boardSetting.date')}
      >
        <Field of={DATE_FORM} name="shownDay" />
        <Field of={DATE_FORM} name="daysAgo" />
      </FormArea>
      <p className="settings-note">{t('boardDateAbout')}</p>
    </>
  );
}

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
      <DateForm editor={editor} />
    </>
  );
}
