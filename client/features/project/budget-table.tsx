import { useState } from 'react';
import type { ProjectCost, ProjectCostFigures } from '#shared/planning/project-figures.ts';
import { ChoiceSwitch } from '#client/kit/elements/choice-switch.tsx';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { isOverBudget } from './project-figures-row.tsx';
import '#client/kit/tables/plain-table.css';

interface Props {
  cost: ProjectCost;
  hasSubprojects: boolean;
}

const BUDGET_SCOPES = ['withSubprojects', 'projectOnly'] as const;

function BudgetRow({ name, figures }: { name: string; figures: ProjectCostFigures }) {
  const t = useT();
  const formatAmount = (amount: number | null) => (amount === null ? '—' : formatNumber(amount, 2));
  const { budget, labourCost, deviceCost, actualCost } = figures;
  return (
    <tr>
      <th scope="row">{name}</th>
      {[budget, labourCost, deviceCost, actualCost].map((amount, index) => (
        <td key={index} className="figure">
          {formatAmount(amount)}
        </td>
      ))}
      <td className={`figure${isOverBudget(figures) ? ' project-over' : ''}`}>
        {isOverBudget(figures) && (
          <span role="img" aria-label={t('overBudget')} title={t('overBudget')}>
            ◆{' '}
          </span>
        )}
        {formatAmount(budget === null ? null : budget - actualCost)}
      </td>
    </tr>
  );
}

/** Compares the budget with the actual cost, by cost type. */
export function BudgetTable({ cost, hasSubprojects }: Props) {
  const t = useT();
  const [scope, setScope] = useState<(typeof BUDGET_SCOPES)[number]>('withSubprojects');
  const sum = scope === 'projectOnly' ? cost.own : cost.withSubprojects;
  return (
    <section className="project-section">
      <div className="project-section-head">
        <h2 id="project-budget" title={t('actualCostHint')}>
          {t('budgetAndCost')}
        </h2>
        {hasSubprojects && (
          <ChoiceSwitch label={t('costScope')} choices={BUDGET_SCOPES} value={scope} onChange={setScope} />
        )}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table scrolls by keyboard */}
      <div className="project-scroll" tabIndex={0} role="region" aria-labelledby="project-budget">
        <table className="plain-table project-budget">
          <thead>
            <tr>
              <th scope="col">{t('costType')}</th>
              {(
                ['budgetAmount', 'costOfLabour', 'costOfMachines', 'actualCost', 'remainingBudget'] as const
              ).map((term) => (
                <th key={term} scope="col" className="figure">
                  {t(term)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sum.lines.map((line) => (
              <BudgetRow
                key={line.costTypeId ?? 0}
                name={line.costTypeName ?? t('noCostType')}
                figures={line}
              />
            ))}
            {sum.undividedBudget !== 0 && (
              <tr>
                <th scope="row">{t('undividedBudget')}</th>
                <td className="figure">{formatNumber(sum.undividedBudget, 2)}</td>
                <td colSpan={4} />
              </tr>
            )}
          </tbody>
          <tfoot>
            <BudgetRow name={t('sumOfCosts')} figures={sum} />
          </tfoot>
        </table>
      </div>
      {sum.unpricedReports > 0 && (
        <p className="project-note">{t('unpricedReports', { count: sum.unpricedReports })}</p>
      )}
    </section>
  );
}
