import type { ReactNode } from 'react';
import type { DueInspection, InspectionOverview, OpenInspection } from '#shared/quality/inspection.ts';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { ElapsedTime } from '../calls/elapsed.tsx';
import '#client/kit/look/inbox.css';
import './inspection.css';

interface Props {
  overview: InspectionOverview;
  /** Whether the user may begin inspections. */
  mayInspect: boolean;
  onBegin: (due: DueInspection) => void;
  onOpen: (id: number) => void;
}

interface CardProps {
  process: DueInspection | OpenInspection;
  title: string;
  children: ReactNode;
  action: string;
  isPrimary: boolean;
  onPress: (() => void) | null;
}

function InspectionCard({ process, title, children, action, isPrimary, onPress }: CardProps) {
  return (
    <li className="inbox-card inspection-card">
      <div className="inbox-what">
        <strong>{title}</strong>
        <span>
          {process.orderCode} · {process.partCode} {process.partName} · {process.seq} {process.processName}
        </span>
        <span>{children}</span>
      </div>
      {onPress && (
        <button
          type="button"
          className={`bp6-button bp6-large${isPrimary ? ' bp6-intent-primary' : ''}`}
          onClick={onPress}
        >
          {action}
        </button>
      )}
    </li>
  );
}

function WaitingTime({ since }: { since: string }) {
  const t = useT();
  return (
    <>
      {` · ${t('waitsSince')} `}
      <ElapsedTime since={since} isShort />
    </>
  );
}

/** Lists the open inspections and the due inspections. Open inspections include failed first articles. */
export function InspectionList({ overview, mayInspect, onBegin, onOpen }: Props) {
  const t = useT();
  return (
    <ul className="inbox">
      {overview.open.map((inspection) => (
        <InspectionCard
          key={inspection.id}
          process={inspection}
          title={`${t(inspection.inspectionKind)} · ${inspection.code}`}
          action={t(inspection.state === 'inspecting' && mayInspect ? 'enterValues' : 'inspectionResults')}
          isPrimary={inspection.state === 'inspecting' && mayInspect}
          onPress={() => onOpen(inspection.id)}
        >
          <StateMark state={inspection.state} />
          {inspection.inspector && ` · ${inspection.inspector}`}
          <WaitingTime since={inspection.raisedAt} />
        </InspectionCard>
      ))}
      {overview.due.map((due) => (
        <InspectionCard
          key={`${due.processId} ${due.sipId} ${due.inspectionKind}`}
          process={due}
          title={`${t(due.inspectionKind)} · ${due.sipName}`}
          action={t('beginInspection')}
          isPrimary
          onPress={mayInspect ? () => onBegin(due) : null}
        >
          {t('sampleOfBatch', {
            batch: formatNumber(due.batchQuantity),
            sample: due.sampleCount,
            accept: due.acceptNumber,
          })}
          {due.severity && ` · ${t(due.severity)}`}
          {due.deviceName && ` · ${due.deviceName}`}
          {due.since && <WaitingTime since={due.since} />}
        </InspectionCard>
      ))}
    </ul>
  );
}
