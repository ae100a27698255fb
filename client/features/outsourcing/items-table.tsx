import { Button } from '@blueprintjs/core';
import { TrashIcon } from '@blueprintjs/icons';
import { useId } from 'react';
import type { OutsourcingCandidate, OutsourcingDetailLine } from '#shared/answers/outside.ts';
import { entities } from '#shared/entities/index.ts';
import type { Field, FieldMap } from '#shared/kernel/fields.ts';
import { CellInput } from '#client/kit/fields/cell-input.tsx';
import { formatProblem } from '#client/kit/fields/lines/lines-input.tsx';
import type { FormProblems } from '#client/kit/forms/use-form.ts';
import { TableHead } from '#client/kit/tables/table-head.tsx';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { ProcessName } from './process-name.tsx';

/** A line in the form of an outsourcing order. */
export interface OutsourcingItem {
  processId: number;
  quantity: unknown;
  unitPrice: unknown;
  lumpSum: unknown;
  remark: unknown;
}

interface Props {
  items: readonly OutsourcingItem[];
  /** The data of the processes, by process id. */
  processesById: ReadonlyMap<number, OutsourcingCandidate | OutsourcingDetailLine>;
  problems: FormProblems;
  onChange: (items: OutsourcingItem[]) => void;
}

const ITEM_FIELDS = entities.outsourcingOrder.fields.items.of as FieldMap;

/** The processes of an outsourcing order, with inputs for quantity and remark. */
export function ItemsTable({ items, processesById, problems, onChange }: Props) {
  const t = useT();
  const tableId = useId();
  if (items.length === 0) return null;
  const changeItem = (index: number, values: Partial<OutsourcingItem>) =>
    onChange(items.map((item, position) => (position === index ? { ...item, ...values } : item)));
  return (
    <table className="plain-table outsourcing-items">
      <TableHead
        heads={[
          t('process'),
          { words: t('sendable'), className: 'figure' },
          { words: t('quantity'), className: 'figure' },
          { words: t('unitPrice'), className: 'figure' },
          { words: t('lumpSum'), className: 'figure' },
          t('remark'),
          { words: t('removeProcess'), hidden: true },
        ]}
      />
      <tbody>
        {items.map((item, index) => {
          const process = processesById.get(item.processId);
          const name = process?.name ?? String(item.processId);
          const renderInput = (field: 'quantity' | 'unitPrice' | 'lumpSum' | 'remark') => {
            const problem = formatProblem(problems[`items[${index}].${field}`], t);
            const problemId = `${tableId}-${index}-${field}`;
            return (
              <>
                <CellInput
                  field={ITEM_FIELDS[field] as Field}
                  id={`${problemId}-input`}
                  name={field}
                  value={item[field]}
                  onChange={(value) => changeItem(index, { [field]: value })}
                  invalid={problem !== undefined}
                  {...(problem ? { describedBy: problemId } : {})}
                  ariaLabel={`${t(field)} · ${name}`}
                />
                {problem && (
                  <div id={problemId} className="field-problem">
                    {problem}
                  </div>
                )}
              </>
            );
          };
          const processProblem = formatProblem(problems[`items[${index}].processId`], t);
          return (
            <tr key={item.processId}>
              <td>
                {process && <ProcessName process={process} />}
                {processProblem && <div className="field-problem">{processProblem}</div>}
              </td>
              <td className="figure">{process && formatNumber(process.sendable)}</td>
              <td className="outsourcing-quantity">{renderInput('quantity')}</td>
              <td className="outsourcing-quantity">{renderInput('unitPrice')}</td>
              <td className="outsourcing-quantity">{renderInput('lumpSum')}</td>
              <td>{renderInput('remark')}</td>
              <td className="figure">
                <Button
                  variant="minimal"
                  icon={<TrashIcon />}
                  aria-label={`${t('removeProcess')} · ${name}`}
                  onClick={() => onChange(items.filter((_, position) => position !== index))}
                />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
