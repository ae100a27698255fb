import { useId, type ComponentType } from 'react';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import type { Field as DeclaredField, FieldMap } from '#shared/kernel/fields.ts';
import { useEnclosingForm } from '../forms/form-context.tsx';
import { useT } from '../words/t.ts';
import { FieldInput } from './field-input.tsx';
import { FieldValue } from './field-value.tsx';
import type { InputProps } from './input-props.ts';
import { isLongText } from './is-long-text.ts';
import { formatProblem } from './lines/lines-input.tsx';
import { getFieldTitle } from './get-field-title.ts';
import './field.css';

interface Props<F extends FieldMap> {
  /** The entity that declares the field; a plain map of fields also works. */
  of: EntityDeclaration<string, F> | { readonly fields: F };
  name: keyof F & string;
  /** Shows the value instead of an input. */
  readOnly?: boolean;
  disabled?: boolean;
  /** Hides the label, for example because the heading above has the same text. */
  hideLabel?: boolean;
  autoFocus?: boolean;
  /** The name of the chosen row, if it is already known. */
  chosenName?: string | undefined;
  excludedId?: number | undefined;
  /** A custom input for this field. */
  as?: ComponentType<InputProps> | undefined;
}

/** A declared field in a form, with its label, input, unit and error message. */
export function Field<F extends FieldMap>({
  of,
  name,
  readOnly,
  disabled,
  hideLabel,
  autoFocus,
  chosenName,
  excludedId,
  as,
}: Props<F>) {
  const t = useT();
  const form = useEnclosingForm();
  const id = useId();
  const field = of.fields[name];
  if (!field) throw new Error(`There is no field ${name}`);
  const label = getFieldTitle(name, field, t);
  const problem = formatProblem(form.problems[name], t);
  const problemId = `${id}-problem`;
  const wideClass = field.kind === 'lines' || isLongText(field) ? ' field-wide' : '';
  const Input = as ?? FieldInput;
  if (readOnly || field.readOnly) {
    return (
      <div className={`field${wideClass}`}>
        {!hideLabel && (
          <div className="field-label">
            {label}
            {field.unit && <span className="unit"> {t(field.unit)}</span>}
          </div>
        )}
        <div className="field-shown">
          <FieldValue field={field} value={form.values[name]} label={chosenName} />
        </div>
      </div>
    );
  }
  return (
    <div className={`field${wideClass}${problem ? ' field-refused' : ''}`} data-field={name}>
      {!hideLabel && (
        <label className="field-label" htmlFor={id}>
          {label}
          {isMarkedRequired(field) && (
            <span className="required-mark" aria-hidden="true">
              {' '}
              *
            </span>
          )}
          {field.unit && <span className="unit"> {t(field.unit)}</span>}
        </label>
      )}
      <Input
        field={field}
        id={id}
        name={name}
        value={form.values[name]}
        onChange={(value) => form.set(name, value)}
        invalid={problem !== undefined}
        {...(problem ? { describedBy: problemId } : {})}
        disabled={disabled ?? false}
        autoFocus={autoFocus ?? false}
        {...(field.kind === 'lines' || hideLabel ? { ariaLabel: label } : {})}
        chosenName={isOriginalChoice(form.values[name], form.initial[name]) ? chosenName : undefined}
        excludedId={excludedId}
        problems={form.problems}
      />
      {problem && (
        <div id={problemId} className="field-problem">
          {problem}
        </div>
      )}
    </div>
  );
}

// A flag always has a value, and `refs` without a minimum may be empty, so they get no mark.
const isMarkedRequired = (field: DeclaredField) =>
  field.required && field.kind !== 'flag' && (field.kind !== 'refs' || (field.min ?? 0) > 0);

// Whether the chosen row is still the original one, whose name is `chosenName`.
const isOriginalChoice = (value: unknown, originalValue: unknown) => value === originalValue;
