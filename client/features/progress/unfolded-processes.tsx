import { Button } from '@blueprintjs/core';
import type { ArrangedTableColumns } from '#client/crud/columns/use-arranged-table.ts';
import { ProcessTable } from '#client/production/process-table/process-table.tsx';
import { useT } from '#client/kit/words/t.ts';
import { useIsNarrow } from '#client/kit/elements/use-is-narrow.ts';
import { ProcessCards } from './process-cards.tsx';
import { useProcessesOfRow } from './use-progress.ts';

interface Props {
  label: string;
  /** The parameters of the call `/mes/process/query/processes`, which filter the processes. */
  params: Record<string, unknown>;
  /** Whether the processes may belong to several orders. */
  hasSeveralOrders: boolean;
  /** The columns of the processes as the user has arranged them. */
  arrangedColumns: ArrangedTableColumns;
}

/** Shows the processes below an unfolded row. */
export function UnfoldedProcesses({ label, params, hasSeveralOrders, arrangedColumns }: Props) {
  const t = useT();
  const isNarrow = useIsNarrow();
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useProcessesOfRow(params);
  if (!data) {
    return isError ? (
      <p className="unfolded-none">
        {t('error.requestFailed')} <Button text={t('retry')} onClick={() => void refetch()} />
      </p>
    ) : (
      <div className="unfolded-waiting" aria-busy="true">
        <span className="skeleton" />
        <span className="skeleton" />
      </div>
    );
  }
  const rows = data.pages.flatMap((page) => page.rows);
  if (rows.length === 0)
    return <p className="unfolded-none">{t(hasSeveralOrders ? 'nothingInHand' : 'noRoutingYet')}</p>;
  return (
    <>
      {isNarrow ? (
        <ProcessCards label={label} rows={rows} hasSeveralOrders={hasSeveralOrders} />
      ) : (
        <ProcessTable
          label={label}
          rows={rows}
          hasSeveralOrders={hasSeveralOrders}
          arrangedColumns={arrangedColumns}
        />
      )}
      {hasNextPage && (
        <Button
          variant="minimal"
          loading={isFetchingNextPage}
          text={t('showMoreRows')}
          onClick={() => void fetchNextPage()}
        />
      )}
    </>
  );
}
