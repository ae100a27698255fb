import { ErrorIcon, TickCircleIcon } from '@blueprintjs/icons';
import type { WorkbookImportResult } from '#shared/answers/transfer.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT, type Translate } from '#client/kit/words/t.ts';
import { ImportProblemList } from './import-problem-list.tsx';

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

/** Shows the result of checking or writing a workbook. */
export function ImportOutcome({ verdict, name }: { verdict: WorkbookImportResult; name: string }) {
  const t = useT();
  const { problemCount, ignored } = verdict;
  const hasProblems = problemCount > 0;
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
      {hasProblems && <ImportProblemList workbookProblems={verdict} name={name} />}
      {ignored.length > 0 && (
        <p className="import-ignored">{t('importIgnored', { names: ignored.join(', ') })}</p>
      )}
    </>
  );
}
