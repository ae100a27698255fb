import { useMemo, type ReactNode } from 'react';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import type { FieldMap } from '#shared/kernel/fields.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { AnyRow } from '#client/crud/entity-page.ts';
import { useRecord } from '#client/crud/use-record.tsx';
import { valuesOf } from '#client/crud/values-of.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { useForm, type RawValues } from '#client/kit/forms/use-form.ts';
import { useT } from '#client/kit/t.ts';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useFollow } from './use-follow.ts';
import { refreshOrder } from './use-report.ts';

interface Props {
  entity: EntityDeclaration;
  /** The fields that are asked, in this order. */
  names: readonly string[];
  /** Asked too, but folded away: seldom changed. */
  more?: readonly string[];
  /** Sent without being asked: what a new row belongs to. */
  fixed?: Readonly<Record<string, unknown>>;
  /** The row to change; null adds one. */
  row: AnyRow | null;
  /** What a new row begins with. */
  begin?: RawValues;
  /** A field that follows others until somebody types it, and what from. */
  follows?: { readonly name: string; readonly from: (values: RawValues) => unknown };
  title: string;
  about?: ReactNode;
  onSaved?: (row: AnyRow) => void;
  onClose: () => void;
}

/** Adds or changes a row without leaving the page; when somebody else was faster, both versions are compared. */
export function RecordDialog({
  entity,
  names,
  more = [],
  fixed = {},
  row,
  begin,
  follows,
  title,
  about,
  onSaved,
  onClose,
}: Props) {
  const t = useT();
  const client = useQueryClient();
  // What is asked does not change while the dialog is open.
  const fields = useMemo<FieldMap>(() => {
    const asked = [...names, ...more, ...(row ? [] : Object.keys(fixed))];
    return Object.fromEntries(asked.map((name) => [name, entity.fields[name]!]));
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [entity]);
  const form = useForm(fields, row ? valuesOf(fields, row) : { ...begin, ...fixed });
  useFollow(form, follows?.name ?? '', follows?.from(form.values));
  const { saving, submit, dialog } = useRecord(entity, fields, form, row, (saved) => {
    void refreshOrder(client);
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
        {names.map((name, index) => (
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
