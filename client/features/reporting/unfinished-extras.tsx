import { Button } from '@blueprintjs/core';
import type { WaitingExtra } from '#shared/answers/terminal.ts';
import { TableHead } from '#client/kit/tables/table-head.tsx';
import { useT } from '#client/kit/words/t.ts';

interface Props {
  extras: readonly WaitingExtra[];
  /** Opens the dialog that continues an extra process; null if the user may not report. */
  onContinue: ((extra: WaitingExtra) => void) | null;
}

/** Lists the extra processes that are unfinished and on which nobody works. Shows nothing if there are none. */
export function UnfinishedExtras({ extras, onContinue }: Props) {
  const t = useT();
  if (extras.length === 0) return null;
  return (
    <>
      <h2 id="unfinished-extras">{t('unfinishedExtraProcesses')}</h2>
      <table className="plain-table stacked-table" aria-labelledby="unfinished-extras">
        <TableHead
          heads={[
            t('extraProcess'),
            t('part'),
            t('workGroup'),
            t('reason'),
            { words: t('actions'), hidden: true },
          ]}
        />
        <tbody>
          {extras.map((extra) => (
            <tr key={extra.taskId}>
              <th scope="row">{extra.name}</th>
              <td data-label={t('part')}>{extra.partName}</td>
              <td data-label={t('workGroup')}>{extra.workGroupName}</td>
              <td data-label={t('reason')}>{extra.reason}</td>
              <td>
                {onContinue && (
                  <div className="desk-row-actions">
                    <Button
                      size="small"
                      text={t('startExtraProcess')}
                      aria-label={t('continueExtraProcess', { name: extra.name })}
                      onClick={() => onContinue(extra)}
                    />
                  </div>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
