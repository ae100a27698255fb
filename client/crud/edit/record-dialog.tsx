import { useMemo, useState, type ReactNode } from 'react';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import type { FieldMap } from '#shared/kernel/fields.ts';
import { findFormName } from '#shared/entities/forms.ts';
import { buildCustomColumnName, addCustomFields, type CustomColumn } from '#shared/rules/columns.ts';
import { getShownFields, type FormField } from '#shared/rules/form-setting.ts';
import { useCustomColumns } from '../columns/use-custom-columns.ts';
import type { AnyRow } from '../row.ts';
import { useRecordEditor } from './use-record-editor.tsx';
import { toFormValues } from './form-values.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { useArrangedForm, useStoredForms } from '#client/kit/forms/use-arranged-form.ts';
import { useComputedField } from '#client/kit/forms/use-computed-field.ts';
import { useForm, type RawValues } from '#client/kit/forms/use-form.ts';
import { useT } from '#client/kit/words/t.ts';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';

export interface RecordDialogProps {
  entity: EntityDeclaration;
  /**
   * The names of the visible fields in display order. If the factory has arranged the form, its arrangement applies
   * instead.
   */
  names: readonly string[];
  /** The names of rarely used fields, in a section that is closed by default. */
  more?: readonly string[];
  /** Values of a new row that are sent without an input, such as its parent. */
  fixed?: Readonly<Record<string, unknown>>;
  /** The row to edit; null adds a new row. */
  row: AnyRow | null;
  /** Initial values of a new row. */
  begin?: RawValues;
  /** A field whose value follows other fields until the user types into it. */
  follows?: { readonly name: string; readonly from: (values: RawValues) => unknown };
  title: string;
  about?: ReactNode;
  onSaved?: (row: AnyRow) => void;
  onClose: () => void;
}

/**
 * Adds or edits a row in a dialog. If another user has saved the row meanwhile, the user compares
 * both versions.
 */
export function RecordDialog(props: RecordDialogProps) {
  const { customs, waits } = useCustomColumns(props.entity);
  const { isLoading } = useStoredForms(findFormName(props.entity.name) !== undefined);
  return waits || isLoading ? null : <LoadedRecordDialog {...props} customs={customs} />;
}

/** Returns the initial values that the factory has configured for a new row. */
const getConfiguredDefaults = (arranged: readonly FormField[] | null): RawValues =>
  Object.fromEntries(
    (arranged ?? []).flatMap(({ name, initial }) => (initial === undefined ? [] : [[name, initial]])),
  );

function LoadedRecordDialog({
  entity,
  customs,
  names: usual,
  more: seldom = [],
  fixed = {},
  row,
  begin,
  follows,
  title,
  about,
  onSaved,
  onClose,
}: RecordDialogProps & { customs: readonly CustomColumn[] }) {
  const t = useT();
  // Later changes of the custom columns are ignored, so that the fields stay the same while the
  // dialog is open.
  const [own] = useState(customs);
  const askable = useMemo<FieldMap>(() => {
    const wide = addCustomFields(entity, own);
    const all = [...usual, ...own.map(({ id }) => buildCustomColumnName(id)), ...seldom];
    return Object.fromEntries(all.map((name) => [name, wide.fields[name]!]));
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [entity]);
  const { arranged } = useArrangedForm(findFormName(entity.name), askable);
  const visible = useMemo(() => (arranged ? getShownFields(arranged) : askable), [arranged, askable]);
  // If the factory has arranged the form, no field is in the closed section.
  const more = arranged ? [] : seldom;
  const shown = Object.keys(visible).filter((name) => !more.includes(name));
  const fields = useMemo<FieldMap>(() => {
    const sent = row ? [] : Object.keys(fixed);
    return { ...visible, ...Object.fromEntries(sent.map((name) => [name, entity.fields[name]!])) };
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [visible]);
  const form = useForm(
    fields,
    row ? toFormValues(askable, row) : { ...begin, ...getConfiguredDefaults(arranged), ...fixed },
  );
  useComputedField(form, follows?.name ?? '', follows?.from(form.values));
  const { saving, submit, dialog } = useRecordEditor(entity, fields, form, row, (saved) => {
    onSaved?.(saved);
    onClose();
  });

  const of = { fields };
  const folded = more.some((name) => name in form.problems);
  return (
    <>
      <FormDialog
        title={title}
        about={about}
        form={form}
        busy={saving}
        submit={t('save')}
        keeps
        wide
        onSubmit={submit}
        onClose={onClose}
      >
        {shown.map((name, index) => (
          <Field
            key={name}
            of={of}
            name={name}
            autoFocus={index === 0}
            shown={row?.labels[name]}
            exclude={row?.id}
          />
        ))}
        {more.length > 0 && (
          <details className="more-fields" open={folded ? true : undefined}>
            <summary>{t('moreFields')}</summary>
            <div>
              {more.map((name) => (
                <Field key={name} of={of} name={name} shown={row?.labels[name]} exclude={row?.id} />
              ))}
            </div>
          </details>
        )}
      </FormDialog>
      {dialog}
    </>
  );
}
