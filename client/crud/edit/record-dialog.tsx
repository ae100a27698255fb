import { useMemo, useRef, useState, type ReactNode } from 'react';
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
  rareNames?: readonly string[];
  /** Values of a new row that are sent without an input, such as its parent. */
  fixedValues?: Readonly<Record<string, unknown>>;
  /** The row to edit; null adds a new row. */
  row: AnyRow | null;
  /** Initial values of a new row. */
  initialValues?: RawFormValues;
  /** A field whose value follows other fields until the user types into the field. */
  followingField?: { readonly name: string; readonly computeValue: (values: RawFormValues) => unknown };
  /**
   * Returns the initial values of the next row after a save. If set, a dialog for a new row offers to save
   * the row and add another.
   */
  getNextValues?: ((saved: AnyRow) => RawFormValues) | undefined;
  title: string;
  description?: ReactNode;
  /** The content below the fields, inside the form. */
  belowFields?: ReactNode;
  onSaved?: (row: AnyRow) => void;
  onClose: () => void;
}

/**
 * Adds or edits a row in a dialog. If another user has saved the row meanwhile, the user compares
 * both versions.
 */
export function RecordDialog(props: RecordDialogProps) {
  const { customColumns, isLoading } = useCustomColumns(props.entity);
  const { isLoading: isFormLoading } = useFormArrangements(findFormName(props.entity.name) !== undefined);
  return isLoading || isFormLoading ? null : <LoadedRecordDialog {...props} customColumns={customColumns} />;
}

/** Returns the initial values that the factory has configured for a new row. */
const getConfiguredDefaults = (arrangedFields: readonly FormField[] | null): RawFormValues =>
  Object.fromEntries(
    (arrangedFields ?? []).flatMap(({ name, initial }) => (initial === undefined ? [] : [[name, initial]])),
  );

function LoadedRecordDialog({
  entity,
  customColumns,
  names: usualNames,
  rareNames = [],
  fixedValues = {},
  row,
  initialValues,
  followingField,
  getNextValues,
  title,
  description,
  belowFields,
  onSaved,
  onClose,
}: RecordDialogProps & { customColumns: readonly CustomColumn[] }) {
  const t = useT();
  // Later changes of the custom columns are ignored, so that the fields stay the same while the
  // dialog is open.
  const [initialCustomColumns] = useState(customColumns);
  const availableFields = useMemo<FieldMap>(() => {
    const entityWithCustomColumns = addCustomFields(entity, initialCustomColumns);
    const allNames = [
      ...usualNames,
      ...initialCustomColumns.map(({ id }) => buildCustomColumnName(id)),
      ...rareNames,
    ];
    return Object.fromEntries(allNames.map((name) => [name, entityWithCustomColumns.fields[name]!]));
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [entity]);
  const { arrangedFields } = useArrangedFormFields(findFormName(entity.name), availableFields);
  const visibleFields = useMemo(
    () => (arrangedFields ? getShownFields(arrangedFields) : availableFields),
    [arrangedFields, availableFields],
  );
  // If the factory has arranged the form, no field is in the closed section.
  const closedSectionNames = arrangedFields ? [] : rareNames;
  const openSectionNames = Object.keys(visibleFields).filter((name) => !closedSectionNames.includes(name));
  const fields = useMemo<FieldMap>(() => {
    const fixedNames = row ? [] : Object.keys(fixedValues);
    return {
      ...visibleFields,
      ...Object.fromEntries(fixedNames.map((name) => [name, entity.fields[name]!])),
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [visibleFields]);
  const makeNewRow = (values: RawFormValues | undefined): RawFormValues => ({
    ...makeInitialValues(fields),
    ...values,
    ...getConfiguredDefaults(arrangedFields),
    ...fixedValues,
  });
  const form = useForm(fields, row ? toFormValues(availableFields, row) : makeNewRow(initialValues));
  useComputedField(form, followingField?.name ?? '', followingField?.computeValue(form.values));
  const isRepeating = useRef(false);
  /** The number of added rows. It is the key of the inputs, so that each new row gets new inputs. */
  const [addedCount, setAddedCount] = useState(0);
  const editor = useRecordEditor(entity, fields, form, row, (saved) => {
    onSaved?.(saved);
    if (!isRepeating.current || !getNextValues) {
      onClose();
      return;
    }
    isRepeating.current = false;
    form.reset(makeNewRow(getNextValues(saved)));
    editor.setBase(null);
    setAddedCount((count) => count + 1);
  });
  const submit = (shouldAddAnother: boolean) => {
    isRepeating.current = shouldAddAnother;
    editor.submit();
  };

  const declaration = { fields };
  const isMoreSectionOpen = closedSectionNames.some((name) => name in form.problems);
  return (
    <>
      <FormDialog
        title={title}
        subject={description}
        form={form}
        busy={editor.isSaving}
        submitText={t('save')}
        confirmsDiscard
        wide
        onSubmit={() => submit(false)}
        onSubmitAndAdd={getNextValues && !row ? () => submit(true) : undefined}
        onClose={onClose}
      >
        {/* The form of the next row would lose text that is typed during the save, so the inputs are disabled. */}
        <fieldset
          key={addedCount}
          className="record-fields"
          disabled={editor.isSaving && isRepeating.current}
        >
          {openSectionNames.map((name, index) => (
            <Field
              key={name}
              of={declaration}
              name={name}
              autoFocus={index === 0}
              chosenName={row?.labels[name]}
              excludedId={row?.id}
            />
          ))}
          {closedSectionNames.length > 0 && (
            <details className="more-fields" open={isMoreSectionOpen ? true : undefined}>
              <summary>{t('moreFields')}</summary>
              <div>
                {closedSectionNames.map((name) => (
                  <Field
                    key={name}
                    of={declaration}
                    name={name}
                    chosenName={row?.labels[name]}
                    excludedId={row?.id}
                  />
                ))}
              </div>
            </details>
          )}
        </fieldset>
        {belowFields}
      </FormDialog>
      {editor.dialog}
    </>
  );
}
