import { Button } from '@blueprintjs/core';
import { PlusIcon, TrashIcon } from '@blueprintjs/icons';
import { useRef, type ComponentType, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { computeNextSeq } from '#shared/rules/next-seq.ts';
import { getFieldLabel, type Field } from '#shared/kernel/fields.ts';
import { DEFAULT_MAX_LIST_ENTRIES } from '#shared/kernel/validate.ts';
import { makeInitialValues, type FormProblem } from '../forms/use-form.ts';
import { useT, type Translate } from '../words/t.ts';
import { CellInput } from './cell-input.tsx';
import { FieldValue } from './field-value.tsx';
import type { InputProps } from './input-props.ts';
import './lines-input.css';

type OwnedRow = Record<string, unknown> & { labels?: Record<string, string> };

/** Returns the message of a field's problem; undefined if there is no problem. */
export const formatProblem = (problem: FormProblem | undefined, t: Translate): string | undefined =>
  problem === undefined || typeof problem === 'string'
    ? problem
    : t(`error.field.${problem.reason}`, problem.params);

interface Props extends InputProps {
  /** Custom inputs by column name. */
  cells?: Readonly<Record<string, ComponentType<InputProps>>>;
  /** Returns a note that explains the value of a cell; undefined if there is none. */
  notes?: (row: number, column: string) => string | undefined;
}

const hasSequenceNumbers = (field: Field): boolean => field.of?.['seq']?.kind === 'number';
/** Returns an object with the `seq` of a new last row; an empty object if rows have no sequence numbers. */
function makeSeqOfNewRow(field: Field, rows: readonly OwnedRow[]): { seq?: number } {
  if (!hasSequenceNumbers(field)) return {};
  const last = Math.max(0, ...rows.map((row) => Number(row['seq']) || 0));
  return { seq: computeNextSeq(last) };
}

/**
 * An editable table of owned rows. Enter in the last row adds a row, and Ctrl+Delete removes the row
 * with the focus.
 */
export function LinesInput({
  field,
  id,
  name = '',
  value,
  onChange,
  disabled,
  problems = {},
  ariaLabel,
  cells = {},
  notes,
}: Props) {
  const t = useT();
  const body = useRef<HTMLTableSectionElement>(null);
  const rows = Array.isArray(value) ? (value as OwnedRow[]) : [];
  const columns = Object.entries(field.of ?? {});
  const full = rows.length >= (field.max ?? DEFAULT_MAX_LIST_ENTRIES);

  const put = (index: number, column: string, next: unknown) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, [column]: next } : row)));
  const add = () => {
    // The new row is rendered synchronously, so that it has the focus before the next key press.
    flushSync(() =>
      onChange([...rows, { ...makeInitialValues(field.of ?? {}), ...makeSeqOfNewRow(field, rows) }]),
    );
    body.current?.querySelector<HTMLElement>('tr:last-child :is(input, select, textarea)')?.focus();
  };
  const remove = (index: number) => {
    flushSync(() => onChange(rows.filter((_, at) => at !== index)));
    const last = Math.min(index, rows.length - 2);
    const inputToFocus = body.current?.querySelector<HTMLElement>(
      `tr:nth-child(${last + 1}) :is(input, select)`,
    );
    (inputToFocus ?? document.getElementById(id))?.focus();
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    if (event.key === 'Delete' && (event.ctrlKey || event.metaKey) && !disabled) {
      event.preventDefault();
      remove(index);
    }
    // The form handles other keys with Ctrl.
    if (event.ctrlKey || event.metaKey) return;
    if (event.key !== 'Enter' || event.defaultPrevented || disabled) return;
    // Enter in an input of a row must not submit the form. In the last row, Enter adds a row.
    if (event.target instanceof HTMLInputElement) {
      event.preventDefault();
      if (index === rows.length - 1 && !full) add();
    }
  };
  return (
    <div className="lines-input">
      {rows.length > 0 && (
        <div className="lines-scroll">
          <table aria-label={ariaLabel}>
            <thead>
              <tr>
                {!hasSequenceNumbers(field) && (
                  <th scope="col" className="lines-number">
                    #
                  </th>
                )}
                {columns.map(([column, of]) => (
                  <th scope="col" key={column} className={of.kind === 'number' ? 'number-head' : undefined}>
                    {t(getFieldLabel(column, of))}
                    {of.required && !disabled && of.kind !== 'flag' && (
                      <span className="required-mark"> *</span>
                    )}
                    {of.unit && !(disabled && of.unit === 'seconds') && (
                      <span className="unit"> {t(of.unit)}</span>
                    )}
                  </th>
                ))}
                {!disabled && (
                  <th scope="col">
                    <span className="visually-hidden">{t('remove')}</span>
                  </th>
                )}
              </tr>
            </thead>
            <tbody ref={body}>
              {rows.map((row, index) => (
                // Owned rows have no id, so the index is their key.
                <tr key={index} onKeyDown={(event) => onKeyDown(event, index)}>
                  {!hasSequenceNumbers(field) && <td className="lines-number">{index + 1}</td>}
                  {columns.map(([column, of]) => {
                    const problem = formatProblem(problems[`${name}[${index}].${column}`], t);
                    const cell = `${id}-${index}-${column}`;
                    const Cell = cells[column] ?? CellInput;
                    const note = notes?.(index, column);
                    if (disabled && !cells[column]) {
                      return (
                        <td
                          key={column}
                          className={of.kind === 'number' ? 'lines-shown number-cell' : 'lines-shown'}
                        >
                          <FieldValue field={of} value={row[column]} label={row.labels?.[column]} />
                        </td>
                      );
                    }
                    return (
                      <td key={column} className={of.kind === 'flag' ? 'lines-flag' : undefined}>
                        <Cell
                          field={of}
                          id={cell}
                          value={row[column]}
                          onChange={(next) => put(index, column, next)}
                          invalid={problem !== undefined}
                          {...(problem ? { describedBy: `${cell}-problem` } : {})}
                          disabled={disabled ?? false}
                          ariaLabel={`${t(getFieldLabel(column, of))} ${index + 1}`}
                          shown={row.labels?.[column]}
                        />
                        {note && <div className="lines-note">{note}</div>}
                        {problem && (
                          <div id={`${cell}-problem`} className="field-problem">
                            {problem}
                          </div>
                        )}
                      </td>
                    );
                  })}
                  {!disabled && (
                    <td className="lines-remove">
                      <Button
                        variant="minimal"
                        icon={<TrashIcon />}
                        aria-label={t('removeNamed', { name: index + 1 })}
                        onClick={() => remove(index)}
                      />
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {disabled && rows.length === 0 && <p className="lines-nothing">{t('nothingHere')}</p>}
      {!disabled && <Button id={id} icon={<PlusIcon />} text={t('addLine')} disabled={full} onClick={add} />}
    </div>
  );
}
