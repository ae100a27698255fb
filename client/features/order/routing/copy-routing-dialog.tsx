import { entities, type Entity } from '#shared/entities/index.ts';
import { ref } from '#shared/kernel/fields.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { useT } from '#client/kit/words/t.ts';
import { CopyProcessesDialog } from './copy-dialog.tsx';

interface Props {
  part: Entity<'part'>;
  /** The id of the part that the dialog proposes; null if it proposes none. */
  proposedPartId: number | null;
  onClose: () => void;
}

const SOURCE_PART_FIELDS = { fromPartId: ref('part', { required: true, label: 'copyFromPart' }) };

/** Copies the processes of another part to a part. */
export function CopyRoutingDialog({ part, proposedPartId, onClose }: Props) {
  const t = useT();
  const form = useForm(SOURCE_PART_FIELDS, { fromPartId: proposedPartId });
  return (
    <CopyProcessesDialog
      title={t('copyRouting')}
      path={`${entities.process.path}/copy`}
      part={part}
      form={form}
      onClose={onClose}
    >
      <Field of={{ fields: SOURCE_PART_FIELDS }} name="fromPartId" excludedId={part.id} autoFocus />
    </CopyProcessesDialog>
  );
}
