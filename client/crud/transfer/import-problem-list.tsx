import { Button } from '@blueprintjs/core';
import { DownloadIcon } from '@blueprintjs/icons';
import type { ImportProblem, WorkbookProblems } from '#shared/answers/transfer.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { saveFile } from '#client/kit/wire/save-file.ts';
import { TableHead } from '#client/kit/tables/table-head.tsx';
import { useT } from '#client/kit/words/t.ts';
import { makeProblemsCsv } from './problems-csv.ts';

/** The maximum number of problems in the dialog. The file that users can download may list more. */
const MAX_SHOWN_PROBLEMS = 500;

/** Shows each frequent problem once with its count, because the list of all problems may be long. */
function FrequentProblems({ frequent }: Pick<WorkbookProblems, 'frequent'>) {
  const t = useT();
  if (frequent.length === 0) return null;
  return (
    <section className="import-frequent">
      <h3>{t('importFrequent')}</h3>
      <ul>
        {frequent.map(({ sheet, place, column, reason, count }) => (
          <li key={`${sheet} ${place ?? ''} ${reason}`}>
            <span className="figure">{formatNumber(count, 0)} ×</span>
            <span>
              {place && <span className="import-place">{place}</span>}
              {column}
            </span>
            <span>{reason}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Lists problems by sheet, row and column. */
export function ImportProblemTable({ problems }: { problems: readonly ImportProblem[] }) {
  const t = useT();
  return (
    <>
      {/* A scrollable area must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="import-problems" tabIndex={0} role="region" aria-label={t('problemReason')}>
        <table className="plain-table">
          <TableHead
            heads={[
              t('problemSheet'),
              { words: t('problemRow'), className: 'figure' },
              t('problemColumn'),
              t('problemValue'),
              t('problemReason'),
            ]}
          />
          <tbody>
            {problems.slice(0, MAX_SHOWN_PROBLEMS).map((problem, index) => (
              <tr key={index}>
                <td className="import-sheet">{problem.sheet}</td>
                <td className="figure" data-label={t('problemRow')}>
                  {problem.row}
                </td>
                <td>
                  {problem.place && <span className="import-place">{problem.place}</span>}
                  {problem.column}
                </td>
                <td className="import-value">{problem.value}</td>
                <td className="import-reason">{problem.reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

interface Props {
  workbookProblems: WorkbookProblems;
  /** The name of the workbook. */
  name: string;
}

/** Shows the problems of a workbook, and lets the user download them. */
export function ImportProblemList({ workbookProblems: { problems, problemCount, frequent }, name }: Props) {
  const t = useT();
  const shownCount = Math.min(problems.length, MAX_SHOWN_PROBLEMS);
  return (
    <>
      <FrequentProblems frequent={frequent} />
      <div className="import-above">
        {problemCount > shownCount && (
          <span>
            {t('importFirstProblems', {
              count: formatNumber(shownCount, 0),
              all: formatNumber(problems.length, 0),
            })}
          </span>
        )}
        <Button
          variant="minimal"
          icon={<DownloadIcon />}
          text={t('problemsDownload')}
          onClick={() => saveFile(makeProblemsCsv(problems, t), `${name}.csv`)}
        />
      </div>
      <ImportProblemTable problems={problems} />
    </>
  );
}
