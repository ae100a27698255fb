import { entities, type Entity } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { roundQuantity } from '#shared/ledger/quantity.ts';
import type { AnyRow } from '#client/crud/row.ts';
import { toMidSentence } from '#client/kit/words/mid-sentence.ts';
import { useT } from '#client/kit/words/t.ts';
import { CHILD_PART_FORM_FIELDS, PART_FORM_FIELDS } from '../form-fields.ts';
import { TimeChangesHint } from './time-changes-hint.tsx';
import { OrderRecordDialog } from '../order-record-dialog.tsx';

type Part = Entity<'part'>;
interface Props {
  order: Entity<'workOrder'>;
  /** The part to change; null adds a new part. */
  part: Part | null;
  /** The parent of a new part; null for a new root part, and when an existing part is changed. */
  parent: Part | null;
  onSaved: (partId: number) => void;
  onClose: () => void;
}

/**
 * Computes the quantity of a part from the quantity of its parent.
 * @param parentQuantity the quantity of the parent
 * @param typedQuantityPer the typed quantity of the part for each piece of the parent
 * @returns undefined if the typed text is not a positive number
 */
function computePartQuantity(parentQuantity: number, typedQuantityPer: unknown): number | undefined {
  const quantityPer = Number(typedQuantityPer);
  return quantityPer > 0 && Number.isFinite(quantityPer)
    ? roundQuantity(parentQuantity * quantityPer)
    : undefined;
}

/** Adds a part to an order or to another part, or changes a part. */
export function PartDialog({ order, part, parent, onSaved, onClose }: Props) {
  const t = useT();
  const hasParent = part ? part.parentId !== null : parent !== null;
  const initialValues = { quantity: parent?.quantity ?? order.quantity, quantityPer: 1, source: 'make' };
  const fields = hasParent ? CHILD_PART_FORM_FIELDS : PART_FORM_FIELDS;
  return (
    <OrderRecordDialog
      entity={entities.part as EntityDeclaration}
      names={fields.usualFields}
      rareNames={fields.rareFields}
      fixedValues={{ orderId: order.id, parentId: parent?.id ?? null }}
      row={part as unknown as AnyRow | null}
      initialValues={initialValues}
      getNextValues={() => initialValues}
      {...(parent
        ? {
            followingField: {
              name: 'quantity',
              computeValue: ({ quantityPer }) => computePartQuantity(parent.quantity, quantityPer),
            },
          }
        : {})}
      title={part ? t('editNamed', { name: part.name }) : t('newNamed', { name: toMidSentence(t('part')) })}
      description={
        part ? <TimeChangesHint partId={part.id} /> : parent && t('goesInto', { name: parent.name })
      }
      onSaved={(row) => onSaved(row.id)}
      onClose={onClose}
    />
  );
}
