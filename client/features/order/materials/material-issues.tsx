import { Button } from '@blueprintjs/core';
import type { MaterialIssue } from '#shared/reporting/issued-materials.ts';
import { TableHead } from '#client/kit/tables/table-head.tsx';
import { formatMoment, formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';

interface Props {
  issues: readonly MaterialIssue[];
  /** Reverses an issue that a person made by hand; null if the user may not do this. */
  onReverse: ((issue: MaterialIssue) => void) | null;
}

/** Lists the issues of materials to a part, the last one first. Reversed issues are crossed out. */
export function MaterialIssues({ issues, onReverse }: Props) {
  const t = useT();
  const zone = useTimeZone();
  return (
    <details className="material-issues">
      <summary>{t('materialIssues', { count: issues.length })}</summary>
      <table className="plain-table">
        <TableHead
          heads={[
            t('issuedAt'),
            t('material'),
            { words: t('quantity'), className: 'figure' },
            t('process'),
            t('issuedBy'),
            t('remark'),
            { words: t('actions'), hidden: true },
          ]}
        />
        <tbody>
          {issues.map((issue) => {
            const quantity = `${formatNumber(issue.quantity)} ${issue.unit ?? ''}`;
            return (
              <tr key={issue.id} data-reversed={issue.isReversed || issue.isReversal}>
                <td>{formatMoment(issue.at, zone)}</td>
                <td>{issue.materialName}</td>
                <td className="figure">
                  {issue.isReversed ? <s>{quantity}</s> : quantity}
                  {issue.beyondPlan && !issue.isReversed && (
                    <span className="issued-mark">
                      <span aria-hidden="true">{' ▲'}</span> {t('beyondPlan')}
                    </span>
                  )}
                </td>
                <td>{issue.processName ?? t('issuedByHand')}</td>
                <td>{issue.byName}</td>
                <td>{issue.remark ?? '—'}</td>
                <td className="part-materials-actions">
                  {onReverse && issue.reportId === null && !issue.isReversal && !issue.isReversed && (
                    <Button
                      size="small"
                      variant="minimal"
                      text={t('reverseIssue')}
                      onClick={() => onReverse(issue)}
                    />
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </details>
  );
}
