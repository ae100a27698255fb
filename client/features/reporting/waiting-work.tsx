import { Button } from '@blueprintjs/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { QueuedProcess } from '#shared/answers/terminal.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import { Pager } from '#client/crud/list/pager.tsx';
import { SearchBox } from '#client/crud/list/search-box.tsx';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { findProcessActions } from '#client/production/reporting/process-actions.ts';
import { STEP_TERMS, WATCHED_ENTITIES, type DeskLine, type DeskTableProps } from './desk-lines.ts';
import { WorkTable } from './work-table.tsx';

const ROWS_PER_PAGE = 50;
const STEPS = ['start', 'receive', 'rework'] as const;
const WORK_QUEUE_PATH = '/mes/floor/todo';

/** Whether the user's next step at a process receives, starts or reworks pieces. */
const beginsWork = (
  process: QueuedProcess,
): process is QueuedProcess & { next: { step: (typeof STEPS)[number] } } =>
  STEPS.some((step) => step === process.next.step);

/** Returns the user's next step at a process if that step receives, starts or reworks pieces; otherwise null. */
const getBatchStep = (process: QueuedProcess) => (beginsWork(process) ? process.next.step : null);

/** Lists the processes with pieces to work on, page by page, and lets the user start, receive or rework them. */
export function WaitingWork({
  scope,
  chosenIds,
  onChoose,
  nameOf,
  onReport,
  onReportChosen,
}: DeskTableProps) {
  const t = useT();
  const user = useUser();
  const [page, setPage] = useState(1);
  const [search, setSearch] = useState('');
  const fields = {
    everybody: scope === 'workOfEverybody',
    offset: (page - 1) * ROWS_PER_PAGE,
    limit: ROWS_PER_PAGE,
    ...(search ? { search } : {}),
  };
  const { data, isPlaceholderData } = useQuery({
    queryKey: queryKeys.entity('process', WORK_QUEUE_PATH, fields),
    queryFn: ({ signal }) => call<PageAnswer<QueuedProcess>>(WORK_QUEUE_PATH, fields, { signal }),
    placeholderData: keepPreviousData,
    meta: { watches: WATCHED_ENTITIES },
  });
  const lines = data?.rows.map((process): DeskLine => ({
    id: process.processId,
    process,
    openReport: null,
  }));
  const chosenLines = lines?.filter(({ id }) => chosenIds.has(id)) ?? [];
  const batchStep = chosenLines[0] ? getBatchStep(chosenLines[0].process) : null;
  const changePageOrSearch = (change: { page?: number; search?: string }) => {
    onChoose(new Set());
    setPage(change.page ?? 1);
    if (change.search !== undefined) setSearch(change.search);
  };
  const mayReport = lines?.some(({ process }) => {
    const { start: mayStart, receive: mayReceive } = findProcessActions(process, user);
    return mayStart || mayReceive;
  });
  const renderActions = (line: DeskLine) => {
    const { process } = line;
    const allowedActions = findProcessActions(process, user);
    const { waitsFor } = process.next;
    return (
      <>
        {waitsFor && <span className="desk-waits">{t('waitsForProcess', { name: waitsFor.name })}</span>}
        {STEPS.filter((name) => allowedActions[name] && !(name === 'start' && waitsFor)).map((name) => (
          <Button
            key={name}
            size="small"
            intent={process.next.step === name ? 'primary' : 'none'}
            text={t(STEP_TERMS[name])}
            aria-label={t('actOf', { what: t(STEP_TERMS[name]), name: nameOf(line) })}
            onClick={() => onReport(name, line)}
          />
        ))}
      </>
    );
  };
  return (
    <WorkTable
      title={t('workToDo')}
      total={data?.total}
      lines={lines}
      columns={[
        { title: t('workGroup'), render: ({ process }) => process.workGroupName ?? '—' },
        {
          title: t('dueDate'),
          render: ({ process }) => <span className="desk-day">{process.dueDate ?? '—'}</span>,
        },
        {
          title: t('quantity'),
          isFigure: true,
          render: ({ process }) => formatNumber(process.next.quantity),
        },
      ]}
      emptyText={search ? t('nothingMatches') : t('nothingToDo')}
      nameOf={nameOf}
      renderActions={renderActions}
      mayReportSynchronised={({ process }) =>
        beginsWork(process) && findProcessActions(process, user)[process.next.step]
      }
      onReportSynchronised={(reportedLines) => {
        const step = getBatchStep(reportedLines[0]!.process);
        if (step) onReportChosen(step, reportedLines);
      }}
      chosen={chosenLines}
      onChoose={mayReport ? onChoose : undefined}
      batchActions={
        batchStep && (
          <Button
            intent="primary"
            text={t('verbWithQuantity', { verb: t(STEP_TERMS[batchStep]), quantity: chosenLines.length })}
            onClick={() => onReportChosen(batchStep, chosenLines)}
          />
        )
      }
      tools={<SearchBox value={search} onSearch={(next) => changePageOrSearch({ search: next })} />}
      footer={
        <Pager
          page={page}
          total={data?.total ?? 0}
          rowsPerPage={ROWS_PER_PAGE}
          isLoading={!data || isPlaceholderData}
          onPage={(next) => changePageOrSearch({ page: next })}
        />
      }
    />
  );
}
