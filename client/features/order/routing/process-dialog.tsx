import { entities, type Entity } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import type { AnyRow } from '#client/crud/row.ts';
import { toMidSentence } from '#client/kit/words/mid-sentence.ts';
import { useT } from '#client/kit/words/t.ts';
import { PROCESS_FORM_FIELDS } from '../form-fields.ts';
import { computeNextSeq } from '#shared/rules/next-seq.ts';
import { AppointmentHint } from './appointment-hint.tsx';
import { WorkGroupProposal } from './group-of-craft.tsx';
import { OrderRecordDialog } from '../order-record-dialog.tsx';

interface Props {
  part: Entity<'part'>;
  /** The process to change; null adds a new process. */
  process: Entity<'process'> | null;
  /** The sequence number of a new process. */
  seq: number;
  onClose: () => void;
}

/**
 * Adds or changes a process of a part. When a new process is saved, the server fills an empty name and
 * empty times and ratios from the craft.
 */
export function ProcessDialog({ part, process, seq, onClose }: Props) {
  const t = useT();
  return (
    <OrderRecordDialog
      entity={entities.process as EntityDeclaration}
      names={PROCESS_FORM_FIELDS.usualFields}
      rareNames={PROCESS_FORM_FIELDS.rareFields}
      fixedValues={{ partId: part.id }}
      row={process as unknown as AnyRow | null}
      initialValues={{ seq, plannedQuantity: part.quantity }}
      getNextValues={(saved) => ({
        seq: computeNextSeq(Number(saved['seq'])),
        plannedQuantity: part.quantity,
      })}
      title={
        process
          ? t('editNamed', { name: process.name ?? process.labels.craftId ?? '' })
          : t('newNamed', { name: toMidSentence(t('process')) })
      }
      description={
        <>
          <p>{process ? part.name : t('fromCraft', { name: part.name })}</p>
          <AppointmentHint processId={process?.id ?? null} />
          <WorkGroupProposal hasProposal={process === null} />
        </>
      }
      onClose={onClose}
    />
  );
}
