import type { ReactNode } from 'react';
import type { ProjectCostFigures, ProjectCostSum, ProjectFigures } from '#shared/planning/project-figures.ts';
import { formatMoney, formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { ProgressBar } from '#client/production/progress-bar.tsx';
import '#client/production/late.css';

interface Props {
  figures: ProjectFigures;
  /** Undefined if the user may not see the cost. */
  cost: ProjectCostSum | undefined;
}

/** Whether the actual cost exceeds the budget. */
export const isOverBudget = ({ budget, actualCost }: ProjectCostFigures): boolean =>
  budget !== null && actualCost > budget;

function Figure({ label, title, children }: { label: string; title?: string; children: ReactNode }) {
  return (
    <div className="project-figure" title={title}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Shows the main figures of a project, with its sub-projects. */
export function ProjectFiguresRow({ figures, cost }: Props) {
  const t = useT();
  const { orders, doneOrders, lateOrders, progress } = figures;
  const formatCount = (count: number) => formatNumber(count, 0);
  return (
    <dl className="project-figures">
      <Figure label={t('progress')}>
        {progress === null ? (
          '—'
        ) : (
          <ProgressBar percent={progress} label={t('progressOf', { name: figures.code })} />
        )}
      </Figure>
      <Figure label={t('ordersDone')}>
        {t('countOfCount', { done: formatCount(doneOrders), count: formatCount(orders) })}
      </Figure>
      <Figure label={t('lateOrderCount')}>
        {lateOrders > 0 ? (
          <span className="late-mark late-late">
            <span className="late-shape" aria-hidden="true">
              ◆
            </span>
            {formatCount(lateOrders)}
          </span>
        ) : (
          formatCount(lateOrders)
        )}
      </Figure>
      {cost && (
        <>
          <Figure label={t('contractAmount')}>{formatMoney(cost.contractAmount)}</Figure>
          <Figure label={t('budgetAmount')}>{formatMoney(cost.budget)}</Figure>
          <Figure label={t('actualCostToDate')} title={t('actualCostHint')}>
            {formatMoney(cost.actualCost)}
            {cost.budget ? (
              <small className={isOverBudget(cost) ? 'project-over' : undefined}>
                {isOverBudget(cost) && `◆ ${t('overBudget')} · `}
                {t('budgetUsed', { percent: formatNumber((100 * cost.actualCost) / cost.budget, 0) })}
              </small>
            ) : null}
          </Figure>
        </>
      )}
    </dl>
  );
}
