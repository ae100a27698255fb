import { Radio } from '@blueprintjs/core';
import { useState } from 'react';
import { entities, type Entity } from '#shared/entities/index.ts';
import type { CombinedPart } from '#shared/ledger/combine-parts.ts';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { formatMoment, formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { useFormCommand } from '#client/production/reporting/use-report.ts';

interface Props {
  /** The part that also makes the pieces of the parts in `partsInside`. */
  part: Entity<'part'>;
  /** The parts that were combined into `part`. */
  partsInside: readonly CombinedPart[];
  onClose: () => void;
}

const NO_FIELDS = {} as const;

/** Takes a combined part out of `part` again. */
export function SeparatePartDialog({ part, partsInside, onClose }: Props) {
  const t = useT();
  const zone = useTimeZone();
  const form = useForm(NO_FIELDS);
  const { sendCommand, busy, refusal } = useFormCommand(form);
  const [chosenId, setChosenId] = useState(partsInside.at(-1)?.id ?? null);
  const chosenPart = partsInside.find(({ id }) => id === chosenId);

  const submit = async () => {
    if (!chosenPart || !(await sendCommand(`${entities.part.path}/separate`, { id: chosenPart.id }))) return;
    showSuccess(t('partSeparated', { name: chosenPart.name }));
    onClose();
  };
  return (
    <FormDialog
      title={t('separateNamed', { name: part.name })}
      subject={t('separatePartAbout')}
      form={form}
      busy={busy}
      refusal={refusal}
      submitText={t('separatePart')}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <div className="field-across" role="radiogroup" aria-label={t('partToSeparate')}>
        {partsInside.map(({ id, code, name, quantity, by, at }) => (
          <Radio
            key={id}
            name="partToSeparate"
            checked={id === chosenId}
            onChange={() => setChosenId(id)}
            labelElement={
              <>
                {code} {name}{' '}
                <span className="field-hint">
                  {t('combinedByAt', { quantity: formatNumber(quantity), by, at: formatMoment(at, zone) })}
                </span>
              </>
            }
          />
        ))}
      </div>
    </FormDialog>
  );
}
