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
  inputsByColumn?: Readonly<Record<string, ComponentType<InputProps>>>;
  /** Returns a note that explains the value of a cell; undefined if there is none. */
  getNote?: (row: number, column: string) => string | undefined;
}

const hasSequenceNumbers = (field: Field): boolean => field.of?.['seq']?.kind === 'number';
/** Returns an object with the `seq` of a new last row; an empty object if rows have no sequence numbers. */
function makeSeqOfNewRow(field: Field, rows: readonly OwnedRow[]): { seq?: number } {
  if (!hasSequenceNumbers(field)) return {};
  const lastSeq = Math.max(0, ...rows.map((row) => Number(row['seq']) || 0));
  return { seq: computeNextSeq(lastSeq) };
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
  inputsByColumn = {},
  getNote,
}: Props) {
  const t = useT();
  const body = useRef<HTMLTableSectionElement>(null);
  const rows = Array.isArray(value) ? (value as OwnedRow[]) : [];
  const columns = Object.entries(field.of ?? {});
  const isFull = rows.length >= (field.max ?? DEFAULT_MAX_LIST_ENTRIES);

  const changeCell = (index: number, column: string, next: unknown) =>
    onChange(rows.map((row, rowIndex) => (rowIndex === index ? { ...row, [column]: next } : row)));
  const addRow = () => {
    // The new row is rendered synchronously, so that it has the focus before the next key press.
    flushSync(() =>
      onChange([...rows, { ...makeInitialValues(field.of ?? {}), ...makeSeqOfNewRow(field, rows) }]),
    );
    body.current?.querySelector<HTMLElement>('tr:last-child :is(input, select, textarea)')?.focus();
  };
  const removeRow = (index: number) => {
    flushSync(() => onChange(rows.filter((_, rowIndex) => rowIndex !== index)));
    const indexToFocus = Math.min(index, rows.length - 2);
    const inputToFocus = body.current?.querySelector<HTMLElement>(
      `tr:nth-child(${indexToFocus + 1}) :is(input, select)`,
    );
    (inputToFocus ?? document.getElementById(id))?.focus();
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    if (event.key === 'Delete' && (event.ctrlKey || event.metaKey) && !disabled) {
      event.preventDefault();
      removeRow(index);
    }
    // The form handles other keys with Ctrl.
    if (event.ctrlKey || event.metaKey) return;
    if (event.key !== 'Enter' || event.defaultPrevented || disabled) return;
    // Enter in an input of a row must not submit the form. In the last row, Enter adds a row.
    if (event.target instanceof HTMLInputElement) {
      event.preventDefault();
      if (index === rows.length - 1 && !isFull) addRow();
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
                {columns.map(([column, columnField]) => (
                  <th
                    scope="col"
                    key={column}
                    className={columnField.kind === 'number' ? 'number-head' : undefined}
                  >
                    {t(getFieldLabel(column, columnField))}
                    {columnField.required && !disabled && columnField.kind !== 'flag' && (
                      <span className="required-mark"> *</span>
                    )}
                    {columnField.unit && !(disabled && columnField.unit === 'seconds') && (
                      <span className="unit"> {t(columnField.unit)}</span>
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
                  {columns.map(([column, columnField]) => {
                    const problem = formatProblem(problems[`${name}[${index}].${column}`], t);
                    const cellId = `${id}-${index}-${column}`;
                    const Cell = inputsByColumn[column] ?? CellInput;
                    const note = getNote?.(index, column);
                    if (disabled && !inputsByColumn[column]) {
                      return (
                        <td
                          key={column}
                          className={
                            columnField.kind === 'number' ? 'lines-shown number-cell' : 'lines-shown'
                          }
                        >
                          <FieldValue field={columnField} value={row[column]} label={row.labels?.[column]} />
                        </td>
                      );
                    }
                    return (
                      <td key={column} className={columnField.kind === 'flag' ? 'lines-flag' : undefined}>
                        <Cell
                          field={columnField}
                          id={cellId}
                          value={row[column]}
                          onChange={(next) => changeCell(index, column, next)}
                          invalid={problem !== undefined}
                          {...(problem ? { describedBy: `${cellId}-problem` } : {})}
                          disabled={disabled ?? false}
                          ariaLabel={`${t(getFieldLabel(column, columnField))} ${index + 1}`}
                          chosenName={row.labels?.[column]}
                        />
                        {note && <div className="lines-note">{note}</div>}
                        {problem && (
                          <div id={`${cellId}-problem`} className="field-problem">
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
                        onClick={() => removeRow(index)}
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
      {!disabled && (
        <Button id={id} icon={<PlusIcon />} text={t('addLine')} disabled={isFull} onClick={addRow} />
      )}
    </div>
  );
}
