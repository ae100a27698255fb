import { Button } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import type { QueuedProcess } from '#shared/answers/terminal.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { formatNumber, joinWords } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { mayCloseReport } from '#client/production/reporting/process-actions.ts';
import { RunningClock } from '#client/production/running-clock.tsx';
import { STEP_TERMS, WATCHED_ENTITIES, type DeskLine, type DeskTableProps } from './desk-lines.ts';
import { WorkTable } from './work-table.tsx';

const CLOSING_STEPS = ['finish', 'unfinished'] as const;

/** Lists the running work. The user finishes it, or stops it unfinished. */
export function RunningWork({
  scope,
  chosenIds,
  onChoose,
  nameOf,
  onReport,
  onReportChosen,
}: DeskTableProps) {
  const t = useT();
  const user = useUser();
  const path = scope === 'workOfMine' ? '/mes/floor/mine' : '/mes/floor/running';
  const fields = scope === 'workOfMine' ? {} : { everybody: scope === 'workOfEverybody' };
  const { data } = useQuery({
    queryKey: queryKeys.entity('process', path, fields),
    queryFn: ({ signal }) => call<QueuedProcess[]>(path, fields, { signal }),
    meta: { watches: WATCHED_ENTITIES },
  });
  const lines = data?.flatMap((process) =>
    process.open.map((openReport): DeskLine => ({ id: openReport.reportId, process, openReport })),
  );
  const chosenLines = lines?.filter(({ id }) => chosenIds.has(id)) ?? [];
  const mayClose = ({ process, openReport }: DeskLine, step: (typeof CLOSING_STEPS)[number]) =>
    openReport !== null && mayCloseReport(process, openReport, step, user);
  const renderButton = (line: DeskLine, step: (typeof CLOSING_STEPS)[number]) => {
    const verb = t(STEP_TERMS[step]);
    return (
      <Button
        key={step}
        size="small"
        intent={step === 'finish' ? 'primary' : 'none'}
        text={verb}
        aria-label={t('actOf', { what: verb, name: nameOf(line) })}
        onClick={() => onReport(step, line)}
      />
    );
  };
  return (
    <WorkTable
      title={t('runningWork')}
      total={lines?.length}
      lines={lines}
      columns={[
        {
          title: t('people'),
          render: ({ openReport }) => joinWords(openReport!.people.map(({ name }) => name)),
        },
        { title: t('device'), render: ({ openReport }) => openReport!.deviceName ?? '—' },
        {
          title: t('quantity'),
          isFigure: true,
          render: ({ openReport }) => (
            <>
              {openReport!.isRework && <span className="desk-waits">{t('rework')} </span>}
              {formatNumber(openReport!.started)}
            </>
          ),
        },
        {
          title: t('duration'),
          isFigure: true,
          render: ({ openReport }) => <RunningClock since={openReport!.startedAt} />,
        },
      ]}
      emptyText={t('nothingRuns')}
      nameOf={nameOf}
      renderActions={(line) =>
        CLOSING_STEPS.filter((step) => mayClose(line, step)).map((step) => renderButton(line, step))
      }
      mayReportSynchronised={(line) => mayClose(line, 'finish')}
      onReportSynchronised={(reportedLines) => onReportChosen('finish', reportedLines)}
      chosen={chosenLines}
      onChoose={lines?.some((line) => mayClose(line, 'finish')) ? onChoose : undefined}
      batchActions={CLOSING_STEPS.map((step) => (
        <Button
          key={step}
          intent={step === 'finish' ? 'primary' : 'none'}
          text={t('verbWithQuantity', { verb: t(STEP_TERMS[step]), quantity: chosenLines.length })}
          disabled={!chosenLines.every((line) => mayClose(line, step))}
          onClick={() => onReportChosen(step, chosenLines)}
        />
      ))}
    />
  );
}
