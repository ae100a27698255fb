import type { GroupProgressRow } from '#shared/answers/progress-query.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { getStateStyle, type StateStyle } from '#client/kit/elements/state-style.ts';
import { useT } from '#client/kit/words/t.ts';
import './order-row.css';
import './group-row.css';

interface Props {
  group: GroupProgressRow;
}

/**
 * The numbers of a row: the property, the label, and the style of a number above 0 (null: no special
 * style).
 */
const GROUP_ROW_FIGURES: readonly (readonly [keyof GroupProgressRow, TermKey, StateStyle | null])[] = [
  ['running', 'runningProcesses', getStateStyle('processing')],
  ['ready', 'readyProcesses', getStateStyle('received')],
  ['orders', 'ordersInHand', null],
  ['lateOrders', 'lateOrders', getStateStyle('suspended')],
];

/** Shows the work in progress of a group in one row: a part, work group, device, person, customer or order group. */
export function GroupRow({ group }: Props) {
  const t = useT();
  const openCount = group.processes - group.done;
  return (
    <>
      <div className="row-ident">
        <span className="row-line">
          <strong className="row-code" title={group.name ?? undefined}>
            {group.name ?? group.code ?? t('belongsToNone')}
          </strong>
        </span>
        {group.code !== null && group.code !== group.name && <span className="row-name">{group.code}</span>}
      </div>
      <dl className="group-figures">
        <div>
          <dt>{t('openProcesses')}</dt>
          <dd>{formatNumber(openCount, 0)}</dd>
        </div>
        {GROUP_ROW_FIGURES.map(([name, term, stateStyle]) => {
          const value = Number(group[name]);
          return (
            <div key={name} className={value === 0 ? 'figure-none' : undefined}>
              <dt>{t(term)}</dt>
              <dd>
                {stateStyle && value > 0 && (
                  <span className={`state-shape state-${stateStyle.tone}`} aria-hidden="true">
                    {stateStyle.shape}
                  </span>
                )}
                {formatNumber(value, 0)}
              </dd>
            </div>
          );
        })}
      </dl>
    </>
  );
}
