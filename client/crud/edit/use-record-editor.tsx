import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import type { FieldMap } from '#shared/kernel/fields.ts';
import type { Form } from '#client/kit/forms/use-form.ts';
import type { AnyRow } from '../row.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { useSaveRecord } from './use-save.ts';
import { toFormValues } from './form-values.ts';

interface RecordEditor {
  /** The version of the row on which the form is based; null for a new row. */
  base: AnyRow | null;
  setBase: (row: AnyRow | null) => void;
  isSaving: boolean;
  submit: () => void;
  /** Opens the comparison with a newer version. */
  openComparison: (theirs: AnyRow) => void;
  /** The dialog to render beside the form. */
  dialog: ReactNode;
}

/**
 * Saves a record from a form. If another user has saved the record meanwhile, the user compares
 * both versions, and the hook saves the merged version.
 * @param onSaved called with the saved row and with whether the row is new
 */
export function useRecordEditor(
  entity: EntityDeclaration,
  fields: FieldMap,
  form: Form,
  row: AnyRow | null,
  onSaved: (saved: AnyRow, isNew: boolean) => void,
): RecordEditor {
  const [base, setBase] = useState(row);
  const [newerRow, setNewerRow] = useState<AnyRow | null>(null);
  const [mergeTarget, setMergeTarget] = useState<AnyRow | null>(null);
  const { save, saving: isSaving } = useSaveRecord(entity, form);

  const submit = async (target: AnyRow | null = base) => {
    const result = await save(target?.id ?? null, target?.version ?? null);
    if (!result) return;
    if ('newerRow' in result) {
      setNewerRow(result.newerRow);
      return;
    }
    setBase(result.saved);
    onSaved(result.saved, target === null);
  };
  // The form has the merged values only after the next render, so the save waits for that render.
  const latestSubmit = useRef(submit);
  latestSubmit.current = submit;
  useEffect(() => {
    if (!mergeTarget) return;
    setMergeTarget(null);
    void latestSubmit.current(mergeTarget);
  }, [mergeTarget]);

  const dialog = newerRow && (
    <ConflictDialog
      fields={fields}
      before={form.initial}
      mine={form.values}
      theirs={newerRow}
      onCancel={() => setNewerRow(null)}
      onChoose={(values) => {
        form.rebase(toFormValues(fields, newerRow), values);
        setBase(newerRow);
        setMergeTarget(newerRow);
        setNewerRow(null);
      }}
    />
  );
  return { base, setBase, isSaving, submit: () => void submit(), openComparison: setNewerRow, dialog };
}
