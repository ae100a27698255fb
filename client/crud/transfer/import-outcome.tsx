import { Button } from '@blueprintjs/core';
import { DownloadIcon, ErrorIcon, TickCircleIcon } from '@blueprintjs/icons';
import type { WorkbookImportResult } from '#shared/answers/transfer.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { saveFile } from '#client/kit/wire/save-file.ts';
import { TableHead } from '#client/kit/tables/table-head.tsx';
import { useT, type Translate } from '#client/kit/words/t.ts';
import { makeProblemsCsv } from './problems-csv.ts';

/** The maximum number of problems in the dialog. The file that users can download may list more. */
const MAX_SHOWN_PROBLEMS = 500;
const IMPORT_COUNT_TERMS = [
  ['added', 'importAdded'],
  ['changed', 'importChanged'],
  ['unchanged', 'importUnchanged'],
] as const;

function describeImportResult(
  { written, problemCount, added, changed }: WorkbookImportResult,
  t: Translate,
): string {
  if (problemCount > 0) return t('importWrong', { count: formatNumber(problemCount, 0) });
  if (written)
    return t('importWritten', { added: formatNumber(added, 0), changed: formatNumber(changed, 0) });
  return t(added + changed > 0 ? 'importFine' : 'importNothingNew');
}

/** Shows each frequent problem once with its count, because the list of all problems may be long. */
function FrequentProblems({ verdict: { frequent } }: { verdict: WorkbookImportResult }) {
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

/** Shows the result of checking or writing a workbook. */
export function ImportOutcome({ verdict, name }: { verdict: WorkbookImportResult; name: string }) {
  const t = useT();
  const { problems, problemCount, ignored } = verdict;
  const hasProblems = problemCount > 0;
  const shownProblems = problems.slice(0, MAX_SHOWN_PROBLEMS);
  return (
    <>
      <p className="import-file">{name}</p>
      {verdict.mapping && <p>{t('readByMapping', { name: verdict.mapping })}</p>}
      <p className={hasProblems ? 'import-verdict is-wrong' : 'import-verdict'} role="status">
        {hasProblems ? <ErrorIcon /> : <TickCircleIcon />}
        {describeImportResult(verdict, t)}
      </p>
      {!hasProblems && (
        <dl className="import-counts">
          {IMPORT_COUNT_TERMS.map(([countField, label]) => (
            <div key={countField}>
              <dt>{t(label)}</dt>
              <dd>{formatNumber(verdict[countField], 0)}</dd>
            </div>
          ))}
        </dl>
      )}
      {hasProblems && (
        <>
          <FrequentProblems verdict={verdict} />
          <div className="import-above">
            {problemCount > shownProblems.length && (
              <span>
                {t('importFirstProblems', {
                  count: formatNumber(shownProblems.length, 0),
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
                {shownProblems.map((problem, index) => (
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
      )}
      {ignored.length > 0 && (
        <p className="import-ignored">{t('importIgnored', { names: ignored.join(', ') })}</p>
      )}
    </>
  );
}
