import type { DayLine, DayPlan } from '#shared/answers/daily-plan.ts';
import { groupBy } from '#shared/planning/group-by.ts';
import { PrintDialog } from '#client/kit/elements/print-dialog.tsx';
import { useUser } from '#client/kit/wire/session.ts';
import { formatMoment, formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { describeMissing, formatPlanTime, type PlanGrouping } from './describe-line.ts';

interface Props {
  plan: DayPlan;
  grouping: PlanGrouping;
}

function PlanSheet({ plan, title, lines }: { plan: DayPlan; title: string; lines: readonly DayLine[] }) {
  const t = useT();
  const zone = useTimeZone();
  const { factoryName } = useUser();
  const { day, release } = plan;
  return (
    <article className="print-sheet plan-sheet">
      <header>
        <div>
          <h2>
            {t('dailyPlan')} · {title}
          </h2>
          <dl>
            <dt>{t('factory')}</dt>
            <dd>{factoryName}</dd>
            <dt>{t('planDay')}</dt>
            <dd>{day}</dd>
            <dt>{t('releaseNumber')}</dt>
            <dd>
              {release
                ? t('planReleasedBy', {
                    number: release.number,
                    by: release.releasedBy,
                    at: formatMoment(release.releasedAt, zone),
                  })
                : t('planNotReleasedYet')}
            </dd>
          </dl>
        </div>
      </header>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('planTime')}</th>
            <th scope="col">{t('device')}</th>
            <th scope="col">{t('workOrder')}</th>
            <th scope="col">{t('part')}</th>
            <th scope="col">{t('process')}</th>
            <th scope="col" className="figure">
              {t('planQuantity')}
            </th>
            <th scope="col">{t('planMissing')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.shareId || line.processId}>
              <td>
                {formatPlanTime(line, day, zone, t)}
                {line.carriedFrom !== null && ` ◆ ${t('carriedOver')}`}
              </td>
              <td>{line.deviceName}</td>
              <td>{line.orderCode}</td>
              <td>
                {line.partCode} {line.partName}
              </td>
              <td>
                {line.seq} {line.name}
              </td>
              <td className="figure">{formatNumber(line.quantity)}</td>
              <td>
                {line.missing.map((missing) => (
                  <div key={missing.kind}>{describeMissing(missing, line.partId, t)}</div>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <footer>
        <p>{t('planSignature')}</p>
      </footer>
    </article>
  );
}

/** Shows and prints the open lines of the plan, on one sheet for each group or device. */
export function PlanSheetDialog({ plan, grouping, onClose }: Props & { onClose: () => void }) {
  const t = useT();
  const openLines = plan.lines.filter(({ isDone, change }) => !isDone && change !== 'lineDropped');
  const sheets = groupBy(openLines, (line) => (grouping === 'device' ? line.deviceId : line.workGroupId));
  return (
    <PrintDialog title={t('printPlan')} onClose={onClose}>
      {[...sheets].map(([id, lines]) => {
        const [{ deviceName, workGroupName }] = lines as [DayLine];
        const title =
          grouping === 'device'
            ? (deviceName ?? t('withoutDevice'))
            : (workGroupName ?? t('loadWithoutGroup'));
        return <PlanSheet key={id ?? 'none'} plan={plan} title={title} lines={lines} />;
      })}
    </PrintDialog>
  );
}
