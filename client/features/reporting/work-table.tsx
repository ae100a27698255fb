import { Button, Checkbox } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { SelectionBar } from '#client/crud/list/selection-bar.tsx';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { TableHead } from '#client/kit/tables/table-head.tsx';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { endsSetup, findSynchronised, fitsBatch } from '#client/production/reporting/batch-choice.ts';
import { chooseAllFitting, type DeskLine } from './desk-lines.ts';

/** A column that comes after the columns of the process, the part and the state. */
export interface WorkColumn {
  readonly title: string;
  readonly isFigure?: boolean;
  readonly render: (line: DeskLine) => ReactNode;
}

interface Props {
  title: string;
  /** The number of lines on all pages; undefined while the lines load. */
  total: number | undefined;
  lines: readonly DeskLine[] | undefined;
  columns: readonly WorkColumn[];
  emptyText: string;
  nameOf: (line: DeskLine) => string;
  renderActions: (line: DeskLine) => ReactNode;
  /** Returns whether the user may report this line together with its synchronised lines. */
  mayReportSynchronised: (line: DeskLine) => boolean;
  /** Opens the dialog that reports synchronised lines together. */
  onReportSynchronised: (lines: readonly DeskLine[]) => void;
  /** The lines that are chosen for one batch. */
  chosen: readonly DeskLine[];
  /** Chooses lines; undefined if the user may not report. */
  onChoose: ((ids: ReadonlySet<number>) => void) | undefined;
  /** The buttons that report the chosen lines. */
  batchActions: ReactNode;
  /** Content between the heading and the table, such as a search. */
  tools?: ReactNode;
  /** Content below the table, such as a pager. */
  footer?: ReactNode;
}

/** A table of running or waiting work. The user can choose lines that fit together, and report them in one batch. */
export function WorkTable(props: Props) {
  const { title, total, lines, columns, emptyText, nameOf, renderActions, chosen, onChoose } = props;
  const t = useT();
  const chosenIds = new Set(chosen.map(({ id }) => id));
  const fittingLines = chooseAllFitting(lines ?? [], chosen);
  const areAllChosen = fittingLines.length > 0 && fittingLines.every(({ id }) => chosenIds.has(id));
  const toggleLine = (id: number) => {
    const next = new Set(chosenIds);
    if (!next.delete(id)) next.add(id);
    onChoose?.(next);
  };
  const renderSynchronised = (line: DeskLine) => {
    const synchronisedLines = [line, ...findSynchronised(line, lines ?? [])];
    if (synchronisedLines.length === 1 || !synchronisedLines.every(props.mayReportSynchronised)) return null;
    const text = t('alsoSynchronised', { count: synchronisedLines.length - 1 });
    return (
      <Button
        size="small"
        text={text}
        aria-label={t('actOf', { what: text, name: nameOf(line) })}
        onClick={() => props.onReportSynchronised(synchronisedLines)}
      />
    );
  };
  return (
    <section className="desk-work" aria-label={title}>
      <div className="desk-work-head">
        <h2>
          {title} <span className="page-count">{total === undefined ? '' : formatNumber(total, 0)}</span>
        </h2>
        {props.tools}
      </div>
      <SelectionBar count={chosen.length} onClear={() => onChoose?.(new Set())}>
        {props.batchActions}
      </SelectionBar>
      {lines?.length === 0 ? (
        <p className="desk-empty">{emptyText}</p>
      ) : (
        <table className="plain-table stacked-table" aria-label={title}>
          <TableHead
            heads={[
              ...(onChoose
                ? [
                    {
                      words: t('chooseAllFitting'),
                      content: (
                        <Checkbox
                          checked={areAllChosen}
                          indeterminate={chosen.length > 0 && !areAllChosen}
                          disabled={fittingLines.length === 0}
                          aria-label={t('chooseAllFitting')}
                          title={t('chooseAllFitting')}
                          onChange={() =>
                            onChoose(areAllChosen ? new Set() : new Set(fittingLines.map(({ id }) => id)))
                          }
                        />
                      ),
                      className: 'desk-choice',
                    },
                  ]
                : []),
              t('process'),
              t('part'),
              t('processState'),
              ...columns.map((column) => ({
                words: column.title,
                className: column.isFigure ? 'figure' : undefined,
              })),
              { words: t('actions'), hidden: true },
            ]}
          />
          <tbody>
            {lines?.map((line) => {
              const { id, process } = line;
              const isChosen = chosenIds.has(id);
              const isSelectable = isChosen || fitsBatch(line, chosen);
              return (
                <tr key={id} aria-selected={onChoose ? isChosen : undefined}>
                  {onChoose && (
                    <td className="desk-choice">
                      <Checkbox
                        checked={isChosen}
                        disabled={!isSelectable}
                        title={
                          isSelectable ? undefined : t(endsSetup(line) ? 'setupEndsAlone' : 'doesNotFitBatch')
                        }
                        aria-label={t('selectNamed', { name: nameOf(line) })}
                        onChange={() => toggleLine(id)}
                      />
                    </td>
                  )}
                  <th scope="row">
                    {process.seq} {process.name}
                  </th>
                  <td>
                    {process.partName}{' '}
                    <Link to={`/order/${process.orderId}?part=${process.partId}`}>{process.orderCode}</Link>
                  </td>
                  <td>
                    <StateMark state={process.state} />
                  </td>
                  {columns.map((column) => (
                    <td
                      key={column.title}
                      className={column.isFigure ? 'figure' : undefined}
                      data-label={column.title}
                    >
                      {column.render(line)}
                    </td>
                  ))}
                  <td>
                    <div className="desk-row-actions">
                      {renderActions(line)}
                      {renderSynchronised(line)}
                    </div>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      {props.footer}
    </section>
  );
}
