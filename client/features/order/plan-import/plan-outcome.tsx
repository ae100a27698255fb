import { ErrorIcon, TickCircleIcon } from '@blueprintjs/icons';
import type { PlanImportResult, PlannedOrderPreview } from '#shared/answers/transfer.ts';
import { ImportProblemList, ImportProblemTable } from '#client/crud/transfer/import-problem-list.tsx';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT, type Translate } from '#client/kit/words/t.ts';

const COUNT_TERMS = [
  ['orders', 'workOrders'],
  ['parts', 'parts'],
  ['processes', 'processes'],
] as const;

function describePlanResult(verdict: PlanImportResult, t: Translate): string {
  const { problemCount, written, orders, parts, processes, released } = verdict;
  if (problemCount > 0) return t('importWrong', { count: formatNumber(problemCount, 0) });
  if (!written) return t('importFine');
  const writtenText = t('planWritten', {
    orders: formatNumber(orders, 0),
    parts: formatNumber(parts, 0),
    processes: formatNumber(processes, 0),
  });
  return released > 0
    ? `${writtenText} ${t('planReleased', { count: formatNumber(released, 0) })}`
    : writtenText;
}

/** Shows an order of the plan with its parts as a tree, each with its routing. */
function PlannedOrder({ order }: { order: PlannedOrderPreview }) {
  const t = useT();
  const hiddenCount = order.partCount - order.parts.length;
  return (
    <tbody>
      <tr className="planned-order">
        <th scope="rowgroup">{order.code}</th>
        <td>{order.name}</td>
        <td className="figure">{formatNumber(order.quantity)}</td>
        <td className="planned-due">{order.dueDate && `${t('dueDate')} ${order.dueDate}`}</td>
      </tr>
      {order.parts.map((part) => (
        <tr key={part.code}>
          <td className="planned-part" style={{ paddingInlineStart: `${20 + part.depth * 16}px` }}>
            {part.code}
          </td>
          <td>{part.name}</td>
          <td className="figure">{formatNumber(part.quantity)}</td>
          <td className="planned-routing">{part.processes.join(' → ')}</td>
        </tr>
      ))}
      {hiddenCount > 0 && (
        <tr>
          <td colSpan={4} className="planned-more">
            {t('planMoreParts', { count: formatNumber(hiddenCount, 0) })}
          </td>
        </tr>
      )}
    </tbody>
  );
}

function PlanPreview({ preview }: { preview: readonly PlannedOrderPreview[] }) {
  const t = useT();
  const title = t('planFirstOrders', { count: preview.length });
  return (
    <section className="plan-preview">
      <h3>{title}</h3>
      {/* A scrollable area must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="import-problems" tabIndex={0} role="region" aria-label={title}>
        <table className="plain-table">
          {preview.map((order) => (
            <PlannedOrder key={order.code} order={order} />
          ))}
        </table>
      </div>
    </section>
  );
}

/** Shows the result of checking or importing a plan. */
export function PlanOutcome({ verdict, name }: { verdict: PlanImportResult; name: string }) {
  const t = useT();
  const { problemCount, written, warnings, warningCount, mappings, preview } = verdict;
  const hasProblems = problemCount > 0;
  return (
    <>
      <p className="import-file">{name}</p>
      {mappings.length > 0 && <p>{t('readByMapping', { name: mappings.join(', ') })}</p>}
      <p className={hasProblems ? 'import-verdict is-wrong' : 'import-verdict'} role="status">
        {hasProblems ? <ErrorIcon /> : <TickCircleIcon />}
        {describePlanResult(verdict, t)}
      </p>
      {hasProblems ? (
        <ImportProblemList workbookProblems={verdict} name={name} />
      ) : (
        <dl className="import-counts">
          {COUNT_TERMS.map(([countField, label]) => (
            <div key={countField}>
              <dt>{t(label)}</dt>
              <dd>{formatNumber(verdict[countField], 0)}</dd>
            </div>
          ))}
        </dl>
      )}
      {!written && warningCount > 0 && (
        <details className="plan-warnings">
          <summary>{t('planWarnings', { count: formatNumber(warningCount, 0) })}</summary>
          <ImportProblemTable problems={warnings} />
        </details>
      )}
      {!written && preview.length > 0 && <PlanPreview preview={preview} />}
    </>
  );
}
