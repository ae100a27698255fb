import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { findNextState } from '#shared/kernel/machine.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import { inspectionStateMachine, type InspectionEvent } from '#shared/machines/inspection.ts';
import type { InspectionDetail } from '#shared/quality/inspection.ts';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { useSetPageName } from '#client/kit/pages/page-name.ts';
import { useFileUrl } from '#client/kit/wire/use-file-url.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { formatMoment, formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { BeginInspectionDialog } from '#client/production/inspection/begin-inspection-dialog.tsx';
import { InspectionEntry } from '#client/production/inspection/inspection-entry.tsx';
import { RaiseForInspectionDialog } from '#client/production/inspection/raise-for-inspection.tsx';
import { ReasonedEventDialog } from './reasoned-event-dialog.tsx';
import { InspectionHistorySection } from './inspection-history.tsx';
import { getInspectionPath } from './inspection-paths.ts';
import { InspectionResults } from './inspection-results.tsx';
import '#client/kit/pages/record-page.css';
import './inspection-page.css';

interface Props {
  detail: InspectionDetail;
}

function InspectionPicture({ id }: { id: number }) {
  const t = useT();
  const url = useFileUrl(id);
  return url ? (
    <img className="inspection-picture" src={url} alt={t('inspectionPicture')} />
  ) : (
    <span className="skeleton" />
  );
}

/**
 * The page of an inspection: a header with the actions, the entry of values or the results, and the history
 * of the part code.
 */
export function InspectionPage({ detail }: Props) {
  const t = useT();
  const user = useUser();
  const zone = useTimeZone();
  const [dialog, setDialog] = useState<'raise' | 'release' | 'cancel' | 'resubmit' | null>(null);
  useSetPageName(detail.code);
  const navigate = useNavigate();
  const { code, state, resubmission } = detail;
  const close = () => setDialog(null);
  const isPossible = (event: InspectionEvent) => findNextState(inspectionStateMachine, state, event) !== null;
  const mayInspect = hasPermission(user, 'QUALITY_INSPECT');
  const facts = [
    detail.severity && detail.aql !== null && `${t(detail.severity)} · AQL ${formatNumber(detail.aql)}`,
    detail.deviceName,
    detail.supplierName,
    detail.lot,
    detail.inspector,
    formatMoment(detail.raisedAt, zone),
  ];
  return (
    <section className="record-page" aria-label={code}>
      <header className="record-head">
        <div>
          <h1>
            {code} <span>{t(detail.inspectionKind)}</span>
          </h1>
          <p>
            <StateMark state={state} />
            <span>
              {detail.orderCode} · {detail.partCode} {detail.partName} · {detail.seq} {detail.processName}
            </span>
            <strong>
              {t('sampleOfBatch', {
                batch: formatNumber(detail.batchQuantity),
                sample: detail.sampleCount,
                accept: detail.acceptNumber,
              })}
            </strong>
          </p>
          <p>{facts.filter(Boolean).join(' · ')}</p>
        </div>
        <div className="record-actions">
          {state === 'inspectionFailed' && hasPermission(user, 'QUALITY_RAISE') && (
            <Button intent="primary" text={t('raiseException')} onClick={() => setDialog('raise')} />
          )}
          {resubmission && mayInspect && (
            <Button text={t('resubmitLot')} onClick={() => setDialog('resubmit')} />
          )}
          {isPossible('releaseInspection') && hasPermission(user, 'QUALITY_RELEASE') && (
            <Button text={t('releaseInspection')} onClick={() => setDialog('release')} />
          )}
          {isPossible('cancelInspection') && mayInspect && (
            <Button text={t('cancelInspection')} onClick={() => setDialog('cancel')} />
          )}
        </div>
      </header>
      <div className="inspection-page-body">
        {state === 'inspectionFailed' && detail.inspectionKind === 'firstArticle' && (
          <p className="inspection-problem" role="status">
            {t('inspectionBlocks', { code })}
          </p>
        )}
        {detail.releasedAt && (
          <p>
            {t('inspectionReleased')} · {detail.releasedBy} · {formatMoment(detail.releasedAt, zone)} ·{' '}
            {detail.reason}
          </p>
        )}
        {detail.resubmits && (
          <Link to={getInspectionPath(detail.resubmits.id)}>
            {t('resubmitsInspection')} {detail.resubmits.code}
          </Link>
        )}
        {detail.resubmittedBy.map((resubmission) => (
          <Link key={resubmission.id} to={getInspectionPath(resubmission.id)}>
            {t('resubmittedAs')} {resubmission.code}
          </Link>
        ))}
        {detail.exceptions.map((exception) => (
          <Link key={exception.id} to={`/quality/${exception.id}`}>
            {t('qualityException')} {exception.code}
          </Link>
        ))}
        {state === 'inspecting' && mayInspect ? (
          <InspectionEntry
            detail={detail}
            onConcluded={(verdict) => {
              if (verdict === 'inspectionFailed' && hasPermission(user, 'QUALITY_RAISE')) setDialog('raise');
            }}
          />
        ) : (
          <InspectionResults detail={detail} />
        )}
        {detail.picture !== null && <InspectionPicture id={detail.picture} />}
        {state !== 'inspecting' && <InspectionHistorySection detail={detail} />}
      </div>
      {dialog === 'resubmit' && resubmission && (
        <BeginInspectionDialog
          due={{ ...detail, ...resubmission, isDiscontinued: false }}
          failedInspection={detail}
          onBegun={(id) => void navigate(getInspectionPath(id))}
          onClose={close}
        />
      )}
      {dialog === 'raise' && <RaiseForInspectionDialog detail={detail} onClose={close} />}
      {(dialog === 'release' || dialog === 'cancel') && (
        <ReasonedEventDialog detail={detail} verb={dialog} onClose={close} />
      )}
    </section>
  );
}
