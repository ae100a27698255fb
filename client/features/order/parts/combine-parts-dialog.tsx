import { Checkbox } from '@blueprintjs/core';
import { useState } from 'react';
import { entities, type Entity } from '#shared/entities/index.ts';
import { addQuantities } from '#shared/ledger/quantity.ts';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { TableHead } from '#client/kit/tables/table-head.tsx';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useFormCommand } from '#client/production/reporting/use-report.ts';

type Part = Entity<'part'>;
interface Props {
  /** The part that stays, and that makes the pieces of all combined parts. */
  part: Part;
  /** The other parts that have the same code and the same parent part. */
  sameParts: readonly Part[];
  onClose: () => void;
}

const NO_FIELDS = {} as const;

/** Combines equal parts of an order into one part. Shows the quantity of this part before the planner confirms. */
export function CombinePartsDialog({ part, sameParts, onClose }: Props) {
  const t = useT();
  const form = useForm(NO_FIELDS);
  const { sendCommand, busy, refusal } = useFormCommand(form);
  const [leftOutIds, setLeftOutIds] = useState<ReadonlySet<number>>(new Set());
  const chosenParts = sameParts.filter(({ id }) => !leftOutIds.has(id));
  const quantity = addQuantities(part.quantity, ...chosenParts.map((chosenPart) => chosenPart.quantity));

  const togglePart = (id: number) =>
    setLeftOutIds((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const submit = async () => {
    const combinedPart = await sendCommand<{ quantity: number }>(`${entities.part.path}/combine`, {
      id: part.id,
      version: part.version,
      parts: JSON.stringify(chosenParts.map(({ id, version }) => ({ id, version }))),
    });
    if (!combinedPart) return;
    showSuccess(t('partsCombined', { name: part.name, quantity: formatNumber(combinedPart.quantity) }));
    onClose();
  };
  return (
    <FormDialog
      title={t('combineIntoNamed', { name: part.name })}
      subject={t('combinePartsAbout')}
      form={form}
      busy={busy}
      refusal={refusal}
      submitText={t('combineParts')}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <table className="plain-table field-across">
        <TableHead heads={[t('partsToCombine'), t('name'), { words: t('quantity'), className: 'figure' }]} />
        <tbody>
          <tr>
            <td>
              <Checkbox label={part.code} checked disabled />
            </td>
            <td>{part.name}</td>
            <td className="figure">{formatNumber(part.quantity)}</td>
          </tr>
          {sameParts.map(({ id, code, name, quantity: partQuantity }) => (
            <tr key={id}>
              <td>
                <Checkbox label={code} checked={!leftOutIds.has(id)} onChange={() => togglePart(id)} />
              </td>
              <td>{name}</td>
              <td className="figure">{formatNumber(partQuantity)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              {t('combinedQuantity')}
            </th>
            <td className="figure">
              <span role="status">{formatNumber(quantity)}</span>
            </td>
          </tr>
        </tfoot>
      </table>
    </FormDialog>
  );
}
