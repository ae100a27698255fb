import { Button, ProgressBar } from '@blueprintjs/core';
import { Link } from 'react-router-dom';
import type { ScheduleRun } from '#shared/answers/schedule.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useScheduleChanges } from './use-schedule.ts';

const MAX_CHANGES = 12;

/** Shows the progress of a computation, with a button that cancels it. */
export function ComputeProgress({ run, onCancel }: { run: ScheduleRun; onCancel: () => void }) {
  const t = useT();
  const { progress } = run;
  const isSearching = progress !== null && progress.passes > 0 && progress.ofPasses > 0;
  const text = isSearching
    ? t('passesDone', {
        done: formatNumber(progress.passes, 0),
        total: formatNumber(progress.ofPasses, 0),
      })
    : t('readingFactory');
  return (
    <div className="schedule-progress" role="status" aria-label={t('computingPlan')}>
      <span>
        {t('computingPlan')} · {t(run.keep)}
      </span>
      <ProgressBar
        {...(isSearching ? { value: Math.min(1, progress.passes / progress.ofPasses) } : {})}
        intent="primary"
        stripes={!isSearching}
        animate={!isSearching}
        aria-label={t('computingPlan')}
      />
      <span className="schedule-progress-text">{text}</span>
      <Button text={t('cancel')} onClick={onCancel} />
    </div>
  );
}

/** Lists the changes in the factory because of which a proposal can no longer be applied. */
export function FactoryChanged({
  runId,
  isBusy,
  onCompute,
}: {
  runId: number;
  isBusy: boolean;
  onCompute: () => void;
}) {
  const t = useT();
  const { data: changes = [] } = useScheduleChanges(runId);
  return (
    <div className="notice schedule-changed" role="alert">
      <strong>{t('factoryChanged')}</strong>
      <ul>
        {changes.slice(0, MAX_CHANGES).map(({ kind, entity, id, name }) => (
          <li key={`${kind} ${entity} ${id}`}>
            {t(`change.${kind}`)} {entity === 'workOrder' ? <Link to={`/order/${id}`}>{name}</Link> : name}
          </li>
        ))}
        {changes.length > MAX_CHANGES && <li>{t('moreChanges', { count: changes.length - MAX_CHANGES })}</li>}
      </ul>
      <Button intent="primary" text={t('computeAgain')} disabled={isBusy} onClick={onCompute} />
    </div>
  );
}
