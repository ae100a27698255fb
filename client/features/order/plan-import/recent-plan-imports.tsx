import { Button } from '@blueprintjs/core';
import { UndoIcon } from '@blueprintjs/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { entities, type Entity } from '#shared/entities/index.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import { confirm } from '#client/kit/messages/confirm.ts';
import { LongRequestProgressBar, type LongRequestProgress } from '#client/kit/messages/long-work.tsx';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { TableHead } from '#client/kit/tables/table-head.tsx';
import { call } from '#client/kit/wire/call.ts';
import { CallError } from '#client/kit/wire/call-error.ts';
import { callWithProgress } from '#client/kit/wire/call-with-progress.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { formatMoment, formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';

type PlanImport = Entity<'planImport'>;
const { path, sort } = entities.planImport;
const LISTED_IMPORTS = 10;

/** Undoes imports. The progress is null while nothing is being undone. */
function useUndoPlanImport(onBusy: (isBusy: boolean) => void) {
  const t = useT();
  const client = useQueryClient();
  const [progress, setProgress] = useState<LongRequestProgress | null>(null);
  const undoImport = async ({ id, version, fileName, orderCount }: PlanImport): Promise<void> => {
    const isConfirmed = await confirm({
      title: t('undoPlanImport'),
      text: t('undoPlanImportAsk', { name: fileName, count: formatNumber(orderCount, 0) }),
      yes: t('undoPlanImport'),
      danger: true,
    });
    if (!isConfirmed) return;
    setProgress({ phase: 'undoing', done: 0, total: null });
    onBusy(true);
    try {
      const payload = new URLSearchParams({ id: String(id), version: String(version) });
      const { signal } = new AbortController();
      const { data } = await callWithProgress(`${path}/undo`, payload, setProgress, { signal });
      const { deleted } = data as { deleted: number };
      showSuccess(t('planImportIsUndone', { count: formatNumber(deleted, 0) }));
    } catch (error) {
      // The user has already seen the refusal.
      if (!(error instanceof CallError)) throw error;
    } finally {
      setProgress(null);
      onBusy(false);
      for (const name of ['planImport', 'workOrder'])
        await client.invalidateQueries({ queryKey: queryKeys.entity(name) });
    }
  };
  return { undo: undoImport, progress };
}

interface Props {
  /** Called when the user follows a link to the orders of an import. */
  onLeave: () => void;
  onBusy: (isBusy: boolean) => void;
}

/** Lists the last imports of plans. An import can be undone until work on one of its orders has begun. */
export function RecentPlanImports({ onLeave, onBusy }: Props) {
  const t = useT();
  const zone = useTimeZone();
  const user = useUser();
  const { undo, progress } = useUndoPlanImport(onBusy);
  const { data } = useQuery({
    queryKey: queryKeys.entity('planImport', 'page', { limit: LISTED_IMPORTS }),
    queryFn: ({ signal }) =>
      call<PageAnswer<PlanImport>>(
        `${path}/page`,
        { filter: {}, sort, offset: 0, limit: LISTED_IMPORTS },
        { signal },
      ),
  });
  if (progress) return <LongRequestProgressBar progress={progress} />;
  if (!data || data.rows.length === 0) return null;
  const mayUndo = hasPermission(user, 'WORK_ORDER_DELETE');
  return (
    <section className="recent-plan-imports">
      <h3>{t('planImports')}</h3>
      <table className="plain-table stacked-table">
        <TableHead
          heads={[
            t('fileName'),
            t('importedAt'),
            t('importedBy'),
            { words: t('orderCount'), className: 'figure' },
            { words: t('processCount'), className: 'figure' },
            '',
          ]}
        />
        <tbody>
          {data.rows.map((row) => (
            <tr key={row.id}>
              <th scope="row" className="plan-file">
                {row.undoneAt ? (
                  row.fileName
                ) : (
                  <Link to={`/order?planImportId=${row.id}`} onClick={onLeave}>
                    {row.fileName}
                  </Link>
                )}
              </th>
              <td>{formatMoment(row.importedAt, zone)}</td>
              <td>{row.importedBy}</td>
              <td className="figure" data-label={t('orderCount')}>
                {formatNumber(row.orderCount, 0)}
              </td>
              <td className="figure" data-label={t('processCount')}>
                {formatNumber(row.processCount, 0)}
              </td>
              <td className="plan-undo">
                {row.undoneAt
                  ? `${t('undone')} ${formatMoment(row.undoneAt, zone)}`
                  : mayUndo && (
                      <Button
                        size="small"
                        variant="minimal"
                        icon={<UndoIcon />}
                        text={t('undoPlanImport')}
                        onClick={() => void undo(row)}
                      />
                    )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
