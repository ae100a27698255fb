import { Link } from 'react-router-dom';
import type { SigningReminder, WaitingException } from '#shared/quality/answers.ts';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { useFileUrl } from '#client/kit/wire/use-file-url.ts';
import { useT } from '#client/kit/words/t.ts';
import { ElapsedTime } from '#client/production/calls/elapsed.tsx';
import { useWaitingCorrectives } from './corrective/use-corrective.ts';
import { WaitingCorrectives } from './corrective/waiting-correctives.tsx';
import { RaiseExceptionButton } from './raise-exception-button.tsx';
import { QualityTabs } from './quality-tabs.tsx';
import { ALL_PATH, getExceptionPath } from './quality-paths.ts';
import { useQualityOverview } from '#client/production/quality/use-quality.ts';
import { useReminders } from '#client/production/quality/use-reminders.ts';
import '#client/crud/page-head.css';
import '#client/kit/look/inbox.css';
import './quality-inbox.css';

const WAITS_FOR_TERMS = {
  sign: 'signException',
  determine: 'determineException',
  trace: 'traceCause',
} as const;

function InboxPicture({ id }: { id: number }) {
  const t = useT();
  const url = useFileUrl(id);
  return url ? <img src={url} alt={t('exceptionPicture')} /> : <span className="skeleton" />;
}

interface CardProps {
  exception: WaitingException;
  reminder: SigningReminder | undefined;
}

function InboxCard({ exception, reminder }: CardProps) {
  const t = useT();
  return (
    <Link className="inbox-card" to={getExceptionPath(exception.id)}>
      {exception.picture !== null && (
        <span className="quality-inbox-picture">
          <InboxPicture id={exception.picture} />
        </span>
      )}
      <span className="inbox-what">
        <strong>
          {exception.code} · {exception.errorClass ?? t('defectUnknown')}
        </strong>
        <span>
          {exception.orderCode} · {exception.partCode} {exception.partName} · {exception.processName} ·{' '}
          {t('heldPieces', { quantity: exception.quantity })}
        </span>
        <span>
          <StateMark state={exception.state} />
          {` · ${t('waitsSince')} `}
          <ElapsedTime since={exception.since} isShort />
        </span>
        {reminder && <strong className="quality-reminder">{t('remindedBy', { name: reminder.by })}</strong>}
      </span>
      <span className="bp6-button bp6-intent-primary">{t(WAITS_FOR_TERMS[exception.waitsFor])}</span>
    </Link>
  );
}

/** Lists the exceptions that wait for the user, the longest waiting first, and then the corrective actions. */
export function QualityInboxScreen() {
  const t = useT();
  const { data, isError } = useQualityOverview();
  const reminders = useReminders();
  const correctives = useWaitingCorrectives().data?.rows ?? [];
  return (
    <section className="screen" aria-label={t('qualityExceptions')}>
      <header className="page-head">
        <h1>{t('qualityExceptions')}</h1>
        <RaiseExceptionButton />
      </header>
      <QualityTabs />
      <div className="inbox quality-inbox" aria-busy={!data && !isError}>
        {isError && !data && <p>{t('error.requestFailed')}</p>}
        {!data && !isError && <span className="skeleton" />}
        {data?.waitingForMe.length === 0 && correctives.length === 0 && (
          <div className="inbox-none">
            <h2>{t('nothingWaitsForMe')}</h2>
            <p>{t('nothingWaitsForMeHint')}</p>
            <Link to={ALL_PATH}>{t('allExceptions')}</Link>
          </div>
        )}
        {data?.waitingForMe.map((exception) => (
          <InboxCard
            key={exception.id}
            exception={exception}
            reminder={reminders.find(({ exceptionId }) => exceptionId === exception.id)}
          />
        ))}
        <WaitingCorrectives rows={correctives} />
      </div>
    </section>
  );
}
