import { DialogBody } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { LogDetails, LogRow } from '#shared/answers/log.ts';
import { Dialog } from '#client/kit/elements/dialog.tsx';
import { call } from '#client/kit/wire/call.ts';
import { formatMoment } from '#client/kit/words/formats.ts';
import { makeOpenRowPath } from '#client/kit/pages/open-path.ts';
import { TableHead } from '#client/kit/tables/table-head.tsx';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { findLogDifferences } from './log-differences.ts';
import { LogValue } from './log-value.tsx';
import { getActionName, getEntityName, getLoggedFieldLabel } from './log-words.ts';

/**
 * Shows one entry of the change log: the changed fields, with their values before and after the change.
 */
export function LogDialog({ row, onClose }: { row: LogRow; onClose: () => void }) {
  const t = useT();
  const zone = useTimeZone();
  const { data } = useQuery({
    queryKey: ['log', 'get', row.id],
    queryFn: ({ signal }) => call<LogDetails>('/mes/log/get', { id: row.id }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const differences = data ? findLogDifferences(data) : [];
  return (
    <Dialog
      isOpen
      onClose={onClose}
      className="log-dialog"
      title={`${getEntityName(t, row.entity)} · ${getActionName(t, row.action)}`}
    >
      <DialogBody>
        <p className="log-about">
          {row.byName || '—'} · {formatMoment(row.at, zone)} · {row.ip || '—'}
          {data?.living && row.entityId !== null && (
            <Link to={makeOpenRowPath(row.entity, row.entityId)}>{t('openRow')}</Link>
          )}
        </p>
        {!data && <span className="skeleton" />}
        {data && differences.length === 0 && <p className="nothing">{t('logNoDetails')}</p>}
        {differences.length > 0 && (
          <table className="plain-table">
            <TableHead heads={[t('logWhat'), t('logBefore'), t('logAfter')]} />
            <tbody>
              {differences.map(({ name, field, label, before, after }) => (
                <tr key={name}>
                  <th scope="row">{label ? t(label) : getLoggedFieldLabel(t, name)}</th>
                  <td className="log-before">
                    <LogValue name={name} field={field} value={before} />
                  </td>
                  <td>
                    <LogValue name={name} field={field} value={after} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </DialogBody>
    </Dialog>
  );
}
