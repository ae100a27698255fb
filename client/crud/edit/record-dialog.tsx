import { Fragment, useMemo, useRef, useState, type ReactNode } from 'react';
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
import { useArrangedFormFields, useFormArrangements } from '#client/kit/forms/use-arranged-form.ts';
import { useComputedField } from '#client/kit/forms/use-computed-field.ts';
import { makeInitialValues, useForm, type RawFormValues } from '#client/kit/forms/use-form.ts';
import { useT } from '#client/kit/words/t.ts';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';

export interface RecordDialogProps {
  entity: EntityDeclaration;
  /**
   * The names of the visible fields in display order. If the factory has arranged the form, that arrangement
   * applies instead.
   */
  names: readonly string[];
  /**
   * The names of rarely used fields. They are in a section that is closed at first, unless the factory has
   * arranged the form.
   */
  more?: readonly string[];
  /** Values of a new row that are sent without an input, such as its parent. */
  fixed?: Readonly<Record<string, unknown>>;
  /** The row to edit; null adds a new row. */
  row: AnyRow | null;
  /** Initial values of a new row. */
  begin?: RawFormValues;
  /** A field whose value follows other fields until the user types into the field. */
  follows?: { readonly name: string; readonly from: (values: RawFormValues) => unknown };
  /**
   * Returns the initial values of the next row after a save. If set, a dialog for a new row offers to save
   * the row and add another.
   */
  next?: ((saved: AnyRow) => RawFormValues) | undefined;
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
  const { isLoading } = useFormArrangements(findFormName(props.entity.name) !== undefined);
  return waits || isLoading ? null : <LoadedRecordDialog {...props} customs={customs} />;
}

/** Returns the initial values that the factory has configured for a new row. */
const getConfiguredDefaults = (arranged: readonly FormField[] | null): RawFormValues =>
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
  next,
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
    const entityWithCustoms = addCustomFields(entity, own);
    const all = [...usual, ...own.map(({ id }) => buildCustomColumnName(id)), ...seldom];
    return Object.fromEntries(all.map((name) => [name, entityWithCustoms.fields[name]!]));
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [entity]);
  const { arranged } = useArrangedFormFields(findFormName(entity.name), askable);
  const visible = useMemo(() => (arranged ? getShownFields(arranged) : askable), [arranged, askable]);
  // If the factory has arranged the form, no field is in the closed section.
  const more = arranged ? [] : seldom;
  const shown = Object.keys(visible).filter((name) => !more.includes(name));
  const fields = useMemo<FieldMap>(() => {
    const sent = row ? [] : Object.keys(fixed);
    return { ...visible, ...Object.fromEntries(sent.map((name) => [name, entity.fields[name]!])) };
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [visible]);
  const makeNewRow = (values: RawFormValues | undefined): RawFormValues => ({
    ...makeInitialValues(fields),
    ...values,
    ...getConfiguredDefaults(arranged),
    ...fixed,
  });
  const form = useForm(fields, row ? toFormValues(askable, row) : makeNewRow(begin));
  useComputedField(form, follows?.name ?? '', follows?.from(form.values));
  const isRepeating = useRef(false);
  /** Counts the rows that were added, so that each row gets inputs of its own. */
  const [addedCount, setAddedCount] = useState(0);
  const editor = useRecordEditor(entity, fields, form, row, (saved) => {
    onSaved?.(saved);
    if (!isRepeating.current || !next) {
      onClose();
      return;
    }
    form.reset(makeNewRow(next(saved)));
    editor.setBase(null);
    setAddedCount((count) => count + 1);
  });
  const submit = (shouldAddAnother: boolean) => {
    isRepeating.current = shouldAddAnother;
    editor.submit();
  };

  const of = { fields };
  const isMoreOpen = more.some((name) => name in form.problems);
  return (
    <>
      <FormDialog
        title={title}
        about={about}
        form={form}
        busy={editor.saving}
        submit={t('save')}
        keeps
        wide
        onSubmit={() => submit(false)}
        onSubmitAndAdd={next && !row ? () => submit(true) : undefined}
        onClose={onClose}
      >
        <Fragment key={addedCount}>
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
            <details className="more-fields" open={isMoreOpen ? true : undefined}>
              <summary>{t('moreFields')}</summary>
              <div>
                {more.map((name) => (
                  <Field key={name} of={of} name={name} shown={row?.labels[name]} exclude={row?.id} />
                ))}
              </div>
            </details>
          )}
        </Fragment>
      </FormDialog>
      {editor.dialog}
    </>
  );
}
