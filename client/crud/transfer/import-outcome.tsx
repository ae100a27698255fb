import { Button } from '@blueprintjs/core';
import { DownloadIcon, ErrorIcon, TickCircleIcon } from '@blueprintjs/icons';
import type { ImportVerdict } from '#shared/rules/transfer.ts';
import { formatNumber } from '#client/kit/formats.ts';
import { saveFile } from '#client/kit/save-file.ts';
import { useT, type Translate } from '#client/kit/t.ts';
import { problemsCsv } from './problems-csv.ts';

const COUNTS = [
  ['added', 'importAdded'],
  ['changed', 'importChanged'],
  ['unchanged', 'importUnchanged'],
] as const;

function sentence({ written, problemCount, added, changed }: ImportVerdict, t: Translate): string {
  if (problemCount > 0) return t('importWrong', { count: formatNumber(problemCount, 0) });
  if (written)
    return t('importWritten', { added: formatNumber(added, 0), changed: formatNumber(changed, 0) });
  return t(added + changed > 0 ? 'importFine' : 'importNothingNew');
}

/** What a check has found, or what was written. */
export function ImportOutcome({ verdict, name }: { verdict: ImportVerdict; name: string }) {
  const t = useT();
  const { problems, problemCount, ignored } = verdict;
  const wrong = problemCount > 0;
  return (
    <>
      <p className="import-file">{name}</p>
      {verdict.mapping && <p>{t('readByMapping', { name: verdict.mapping })}</p>}
      <p className={wrong ? 'import-verdict is-wrong' : 'import-verdict'} role="status">
        {wrong ? <ErrorIcon /> : <TickCircleIcon />}
        {sentence(verdict, t)}
      </p>
      {!wrong && (
        <dl className="import-counts">
          {COUNTS.map(([count, label]) => (
            <div key={count}>
              <dt>{t(label)}</dt>
              <dd>{formatNumber(verdict[count], 0)}</dd>
            </div>
          ))}
        </dl>
      )}
      {wrong && (
        <>
          {/* What scrolls must be reached by keyboard. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <div className="import-problems" tabIndex={0} role="region" aria-label={t('problemReason')}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('problemSheet')}</th>
                  <th scope="col">{t('problemRow')}</th>
                  <th scope="col">{t('problemColumn')}</th>
                  <th scope="col">{t('problemValue')}</th>
                  <th scope="col">{t('problemReason')}</th>
                </tr>
              </thead>
              <tbody>
                {problems.map((problem, index) => (
                  <tr key={index}>
                    <td>{problem.sheet}</td>
                    <td className="figure">{problem.row}</td>
                    <td>
                      {problem.place && <span className="import-place">{problem.place}</span>}
                      {problem.column}
                    </td>
                    <td className="import-value">{problem.value}</td>
                    <td>{problem.reason}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <div className="import-below">
            {problemCount > problems.length && (
              <span>{t('importFirstProblems', { count: formatNumber(problems.length, 0) })}</span>
            )}
            <Button
              variant="minimal"
              icon={<DownloadIcon />}
              text={t('problemsDownload')}
              onClick={() => saveFile(problemsCsv(problems, t), `${name}.csv`)}
            />
          </div>
        </>
      )}
      {ignored.length > 0 && (
        <p className="import-ignored">{t('importIgnored', { names: ignored.join(', ') })}</p>
      )}
    </>
  );
}
