import { Checkbox } from '@blueprintjs/core';
import type { Field, FieldMap } from '#shared/kernel/fields.ts';
import { isLockedField, canHaveDefault, type FormFieldSetting } from '#shared/rules/form-setting.ts';
import { moveItem } from '#shared/rules/move-item.ts';
import { DragHandle } from '#client/kit/elements/drag-handle.tsx';
import { FieldInput } from '#client/kit/fields/field-input.tsx';
import { getFieldTitle } from '#client/kit/fields/get-field-title.ts';
import { TableHead } from '#client/kit/tables/table-head.tsx';
import { useReorder } from '#client/kit/elements/use-reorder.ts';
import { useT } from '#client/kit/words/t.ts';

interface Props {
  fields: FieldMap;
  settings: readonly FormFieldSetting[];
  disabled: boolean;
  onChange: (settings: FormFieldSetting[]) => void;
}

/**
 * Converts a stored text to an input value. A reference becomes a number, a flag becomes a boolean, and
 * other values stay texts.
 */
function toInputValue(kind: string, text: string | null): unknown {
  if (text === null) return null;
  if (kind === 'ref') return Number(text);
  return kind === 'flag' ? text === 'true' : text;
}

const toTextOrNull = (value: unknown): string | null =>
  value === null || value === undefined || String(value).trim() === '' ? null : String(value);

/**
 * Returns the text to store as the default value of a field; null if the value is empty or equals the
 * declared default.
 */
const getDefaultToStore = (field: Field, value: unknown): string | null =>
  toTextOrNull(value) === toTextOrNull(field.initial) ? null : toTextOrNull(value);

/** Edits the visibility, required flag, order and default value of the fields of a form. */
export function FormFieldsTable({ fields, settings, disabled, onChange }: Props) {
  const t = useT();
  const reordering = useReorder<HTMLTableSectionElement>(
    settings.map(({ field }) => field),
    (name, to) => onChange(moveItem(settings, ({ field }) => field, name, to)),
  );
  const changeSetting = (name: string, change: Partial<FormFieldSetting>) =>
    onChange(settings.map((setting) => (setting.field === name ? { ...setting, ...change } : setting)));
  return (
    <table className="form-fields">
      <TableHead heads={[t('formField'), t('fieldShown'), t('fieldRequired'), t('fieldInitial')]} />
      <tbody ref={reordering.list}>
        {settings.map(({ field: name, shown, required, initial }) => {
          const field = fields[name];
          if (!field) return null;
          const title = getFieldTitle(name, field, t);
          const isLocked = isLockedField(field);
          return (
            <tr
              key={name}
              {...reordering.getRowAttributes(name)}
              className={
                reordering.draggedName === name ? 'is-dragged' : shown ? undefined : 'form-field-off'
              }
            >
              <th scope="row">
                <DragHandle
                  label={t('moveNamed', { name: title })}
                  disabled={disabled}
                  {...reordering.getHandleProps(name)}
                />
                {title}
              </th>
              <td>
                <Checkbox
                  aria-label={`${t('fieldShown')} ${title}`}
                  checked={shown}
                  disabled={disabled || isLocked}
                  title={isLocked ? t('formLocked') : undefined}
                  onChange={() => changeSetting(name, { shown: !shown, required: !shown && required })}
                />
              </td>
              <td>
                {field.kind !== 'flag' && (
                  <Checkbox
                    aria-label={`${t('fieldRequired')} ${title}`}
                    checked={required || field.required}
                    disabled={disabled || field.required || isLocked}
                    title={isLocked ? t('formLocked') : undefined}
                    onChange={() => changeSetting(name, { required: !required, shown: shown || !required })}
                  />
                )}
              </td>
              <td>
                {canHaveDefault(field) && (
                  <FieldInput
                    field={{ ...field, required: false }}
                    id={`initial-${name}`}
                    ariaLabel={`${t('fieldInitial')} ${title}`}
                    value={toInputValue(field.kind, initial ?? toTextOrNull(field.initial))}
                    disabled={disabled}
                    onChange={(value) => changeSetting(name, { initial: getDefaultToStore(field, value) })}
                  />
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
