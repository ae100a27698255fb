import { HTMLSelect } from '@blueprintjs/core';
import { useMemo } from 'react';
import { entities, type Entity } from '#shared/entities/index.ts';
import { quantity, ref } from '#shared/kernel/fields.ts';
import { roundQuantity } from '#shared/ledger/quantity.ts';
import { listVisibleTreeRows } from '#client/crud/list/tree-rows.ts';
import type { AnyRow } from '#client/crud/row.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { makeInputAttributes } from '#client/kit/fields/input-attributes.ts';
import type { InputProps } from '#client/kit/fields/input-props.ts';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useFormCommand } from '#client/production/reporting/use-report.ts';
import { findPartAndSubParts } from './sub-parts.ts';

type Part = Entity<'part'>;
interface Props {
  part: Part;
  /** All parts of the order. */
  parts: readonly Part[];
  /** The parent that is proposed; null proposes the top level. */
  parentId: number | null;
  onClose: () => void;
}

const MOVE_FIELDS = {
  parentId: ref('part', { label: 'movePartTo' }),
  quantityPer: quantity({ required: true, min: 0.0001, label: 'quantityPer' }),
} as const;
const NO_FOLDED_PART_IDS: ReadonlySet<number> = new Set();

/**
 * Makes the input that chooses the new parent of a part: the top level, or any part that is neither the moved
 * part nor below the moved part.
 */
function makeParentInput(parts: readonly Part[], partId: number) {
  const excludedIds = findPartAndSubParts(parts, partId);
  const choices = listVisibleTreeRows(parts as unknown as AnyRow[], 'parentId', NO_FOLDED_PART_IDS).filter(
    ({ row }) => !excludedIds.has(row.id),
  );
  return function ParentInput(props: InputProps) {
    const t = useT();
    return (
      <HTMLSelect
        {...makeInputAttributes(props)}
        fill
        value={String(props.value ?? '')}
        className={props.invalid ? 'select-invalid' : undefined}
        onChange={(event) => props.onChange(event.target.value === '' ? null : Number(event.target.value))}
      >
        <option value="">{t('topLevel')}</option>
        {choices.map(({ row, depth }) => (
          <option key={row.id} value={row.id}>
            {'\u3000'.repeat(depth)}
            {(row as unknown as Part).code} {(row as unknown as Part).name}
          </option>
        ))}
      </HTMLSelect>
    );
  };
}

/** Moves a part into another assembly of its order, or to the top level. */
export function MovePartDialog({ part, parts, parentId, onClose }: Props) {
  const t = useT();
  const form = useForm(MOVE_FIELDS, { parentId, quantityPer: part.quantityPer ?? 1 });
  const { sendCommand, busy, refusal } = useFormCommand(form);
  const ParentInput = useMemo(() => makeParentInput(parts, part.id), [parts, part.id]);
  const parent = parts.find(({ id }) => id === form.values['parentId']) ?? null;
  const quantityPer = Number(form.values['quantityPer']);
  const neededQuantity = parent && quantityPer > 0 ? roundQuantity(parent.quantity * quantityPer) : null;

  const submit = async () => {
    const values = form.check();
    if (!values) return;
    const movedPart = await sendCommand<Part>(`${entities.part.path}/save`, {
      id: part.id,
      version: part.version,
      parentId: values.parentId,
      ...(values.parentId === null ? {} : { quantityPer: values.quantityPer }),
    });
    if (!movedPart) return;
    showSuccess(t(parent ? 'partMoved' : 'partMovedToTop', { name: part.name, parent: parent?.name ?? '' }));
    onClose();
  };
  return (
    <FormDialog
      title={t('movePartNamed', { name: part.name })}
      subject={t('movePartAbout')}
      form={form}
      busy={busy}
      refusal={refusal}
      submitText={t('movePart')}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Field of={{ fields: MOVE_FIELDS }} name="parentId" as={ParentInput} autoFocus />
      {parent && <Field of={{ fields: MOVE_FIELDS }} name="quantityPer" />}
      {neededQuantity !== null && (
        <p className="field-hint field-across" role="status">
          {t(neededQuantity > part.quantity ? 'movedPartLacks' : 'movedPartSuffices', {
            parent: parent!.name,
            needed: formatNumber(neededQuantity),
            quantity: formatNumber(part.quantity),
          })}
        </p>
      )}
    </FormDialog>
  );
}
