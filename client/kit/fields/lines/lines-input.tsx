import { Button } from '@blueprintjs/core';
import { PlusIcon, TrashIcon } from '@blueprintjs/icons';
import { useRef, type ClipboardEvent, type ComponentType } from 'react';
import { flushSync } from 'react-dom';
import { computeNextSeq } from '#shared/rules/next-seq.ts';
import { getFieldLabel, type Field } from '#shared/kernel/fields.ts';
import { DEFAULT_MAX_LIST_ENTRIES } from '#shared/kernel/validate.ts';
import { DragHandle } from '../../elements/drag-handle.tsx';
import { useReorder } from '../../elements/use-reorder.ts';
import { makeInitialValues, type FormProblem } from '../../forms/use-form.ts';
import { showError } from '../../messages/toasts.ts';
import { useT, type Translate } from '../../words/t.ts';
import { useTimeZone } from '../../words/use-time-zone.ts';
import { CellInput } from '../cell-input.tsx';
import { FieldValue } from '../field-value.tsx';
import type { InputProps } from '../input-props.ts';
import { makeLinesKeyHandler } from './lines-keys.ts';
import { changeLine, copyLineValue, moveLine, pasteLines, type OwnedRow } from './lines-edits.ts';
import './lines-input.css';

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

let lastLineKey = 0;
/**
 * Returns the keys of the rows, which have no id. Code that moves or removes a row must also move or remove
 * its key. Keys for new rows are added at the end.
 */
function useLineKeys(rowCount: number): string[] {
  const keys = useRef<string[]>([]).current;
  while (keys.length < rowCount) keys.push(String(++lastLineKey));
  keys.length = rowCount;
  return keys;
}

/** The maximum number of unreadable cells that a message names. */
const MAX_NAMED_CELLS = 5;

/**
 * An editable table of owned rows, with the keys of a spreadsheet. Cells that were copied in a spreadsheet program can
 * be pasted, and rows with sequence numbers can be dragged.
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
  const zone = useTimeZone();
  const rows = Array.isArray(value) ? (value as OwnedRow[]) : [];
  const latestRows = useRef(rows);
  latestRows.current = rows;
  const keys = useLineKeys(rows.length);
  const columns = Object.entries(field.of ?? {});
  const isFull = rows.length >= (field.max ?? DEFAULT_MAX_LIST_ENTRIES);

  const changeCell = (index: number, column: string, newValue: unknown) =>
    onChange(changeLine(rows, index, column, newValue));
  const makeRow = (precedingRows: readonly OwnedRow[]): OwnedRow => ({
    ...makeInitialValues(field.of ?? {}),
    ...makeSeqOfNewRow(field, precedingRows),
  });
  const addRow = () => {
    // The new row is rendered synchronously, so that it has the focus before the next key press.
    flushSync(() => onChange([...rows, makeRow(rows)]));
    reordering.list.current
      ?.querySelector<HTMLElement>('tr:last-child :is(input, select, textarea)')
      ?.focus();
  };
  const removeRow = (index: number) => {
    keys.splice(index, 1);
    flushSync(() => onChange(rows.filter((_, rowIndex) => rowIndex !== index)));
    const indexToFocus = Math.min(index, rows.length - 2);
    const inputToFocus = reordering.list.current?.querySelector<HTMLElement>(
      `tr:nth-child(${indexToFocus + 1}) :is(input, select)`,
    );
    (inputToFocus ?? document.getElementById(id))?.focus();
  };
  const moveRow = (index: number, targetIndex: number) => {
    keys.splice(targetIndex, 0, ...keys.splice(index, 1));
    flushSync(() => onChange(moveLine(rows, index, targetIndex)));
  };
  const isMovable = hasSequenceNumbers(field) && !disabled;
  const reordering = useReorder<HTMLTableSectionElement>(keys, (key, targetKey) =>
    moveRow(keys.indexOf(key), keys.indexOf(targetKey)),
  );
  const onKeyDown = makeLinesKeyHandler({
    rowCount: rows.length,
    isFull,
    addRow,
    removeRow,
    moveRow: isMovable ? moveRow : undefined,
    copyFromAbove: (index, column) => onChange(copyLineValue(rows, index, column)),
  });
  const onPaste = async (event: ClipboardEvent, index: number, columnIndex: number) => {
    const copiedText = event.clipboardData.getData('text/plain');
    // A single cell is pasted as text into the input.
    if (disabled || !/[\t\n]/.test(copiedText.trim())) return;
    event.preventDefault();
    const { parsePastedRows, splitCopiedCells } = await import('./pasted-cells.ts');
    const pastedColumns = columns.slice(columnIndex);
    const { rows: pastedRows, unknownCells } = await parsePastedRows(
      splitCopiedCells(copiedText),
      pastedColumns,
      t,
      zone,
    );
    const maxRows = field.max ?? DEFAULT_MAX_LIST_ENTRIES;
    onChange(pasteLines(latestRows.current, index, pastedRows, makeRow).slice(0, maxRows));
    if (index + pastedRows.length > maxRows) showError(t('error.field.tooMany', { max: maxRows }));
    if (unknownCells.length > 0)
      showError(
        t('cellsNotUnderstood', {
          count: unknownCells.length,
          cells: unknownCells.slice(0, MAX_NAMED_CELLS).join(', '),
        }),
      );
  };
  return (
    <div className="lines-input">
      {rows.length > 0 && (
        // A disabled table has no input that takes the focus. The table itself must take it, so that keys can
        // scroll.
        <div
          className="lines-scroll"
          {...(disabled ? { tabIndex: 0, role: 'group', 'aria-label': ariaLabel } : {})}
        >
          <table aria-label={ariaLabel}>
            <thead>
              <tr>
                {isMovable && (
                  <th scope="col">
                    <span className="visually-hidden">{t('moveRows')}</span>
                  </th>
                )}
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
            <tbody ref={reordering.list}>
              {rows.map((row, index) => (
                <tr
                  key={keys[index]}
                  className={reordering.draggedName === keys[index] ? 'lines-dragged' : undefined}
                  {...(isMovable ? reordering.getRowAttributes(keys[index]!) : {})}
                  onKeyDown={disabled ? undefined : (event) => onKeyDown(event, index)}
                >
                  {isMovable && (
                    <td className="lines-handle">
                      <DragHandle
                        label={t('moveNamed', { name: index + 1 })}
                        disabled={rows.length < 2}
                        {...reordering.getHandleProps(keys[index]!)}
                      />
                    </td>
                  )}
                  {!hasSequenceNumbers(field) && <td className="lines-number">{index + 1}</td>}
                  {columns.map(([column, columnField], columnIndex) => {
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
                      <td
                        key={column}
                        data-column={column}
                        className={columnField.kind === 'flag' ? 'lines-flag' : undefined}
                        onPaste={(event) => void onPaste(event, index, columnIndex)}
                      >
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
