import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { DialogBody } from '@blueprintjs/core';
import type { OpenCall } from '#shared/answers/open-call.ts';
import { Dialog } from '#client/kit/elements/dialog.tsx';
import { useT } from '#client/kit/words/t.ts';
import { useOpenAlarms } from '#client/production/alarms/use-open-alarms.ts';
import { useOpenCalls } from '#client/production/calls/use-open-calls.ts';
import { useFileUrl } from '#client/kit/wire/use-file-url.ts';
import { AlarmCard } from './alarm-card.tsx';
import { CallCard } from './call-card.tsx';
import { CallHistory } from './call-history.tsx';
import { CloseCallDialog } from '#client/production/calls/close-call-dialog.tsx';
import './andon.css';

function PictureDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useT();
  const url = useFileUrl(id);
  return (
    <Dialog isOpen title={t('picture')} className="call-picture" onClose={onClose}>
      <DialogBody>{url ? <img src={url} alt={t('picture')} /> : <span className="skeleton" />}</DialogBody>
    </Dialog>
  );
}

const HISTORY_TAB = 'history';
const ALARM_HISTORY_PATH = '/alarm';

/** The call that the dialog resolves or withdraws. */
interface CallToClose {
  verb: 'solve' | 'cancel';
  call: OpenCall;
}

/**
 * Shows the open alarms and calls in one tab, and the closed calls in another tab. Past alarms are on a page of their
 * own.
 */
export function AndonScreen() {
  const t = useT();
  const [address, setAddress] = useSearchParams();
  const [callToClose, setCallToClose] = useState<CallToClose | null>(null);
  const [pictureId, setPictureId] = useState<number | null>(null);
  const { data: calls, isError } = useOpenCalls();
  const { data: alarms } = useOpenAlarms();
  const isHistory = address.get('tab') === HISTORY_TAB;
  const tabs = [
    { key: '', words: t('openTab'), count: calls && calls.length + (alarms?.length ?? 0) },
    { key: HISTORY_TAB, words: t('historyTab'), count: undefined },
  ];
  // The call may change while the dialog is open. As long as the call is in the list of open calls, the
  // dialog uses its latest version.
  const currentCall =
    callToClose && (calls?.find((openCall) => openCall.id === callToClose.call.id) ?? callToClose.call);
  return (
    <section className="andon" aria-label={t('callsTitle')}>
      <header className="andon-head">
        <h1>{t('callsTitle')}</h1>
        <div className="andon-tabs">
          <div className="andon-tabs" role="tablist" aria-label={t('callsTitle')}>
            {tabs.map(({ key, words, count }) => (
              <button
                key={key}
                type="button"
                role="tab"
                aria-selected={isHistory === (key === HISTORY_TAB)}
                onClick={() => setAddress(key ? { tab: key } : {}, { replace: true })}
              >
                {words}
                {count !== undefined && <span className="andon-count">{count}</span>}
              </button>
            ))}
          </div>
          <Link className="andon-link" to={ALARM_HISTORY_PATH}>
            {t('alarms')}
          </Link>
        </div>
      </header>
      {isHistory ? (
        <CallHistory onOpenPicture={setPictureId} />
      ) : (
        <div className="andon-list" aria-busy={!calls && !isError}>
          {isError && <p className="andon-none">{t('error.requestFailed')}</p>}
          {!calls &&
            !isError &&
            [1, 2, 3].map((index) => <span key={index} className="skeleton andon-skeleton" />)}
          {calls?.length === 0 && !alarms?.length && (
            <div className="andon-none">
              <h2>{t('noCallsOrAlarms')}</h2>
              <p>{t('allInOrder')}</p>
            </div>
          )}
          {alarms?.map((alarm) => (
            <AlarmCard key={alarm.id} alarm={alarm} />
          ))}
          {calls?.map((call) => (
            <CallCard
              key={call.id}
              call={call}
              onOpenPicture={setPictureId}
              onSolve={() => setCallToClose({ verb: 'solve', call })}
              onWithdraw={() => setCallToClose({ verb: 'cancel', call })}
            />
          ))}
        </div>
      )}
      {callToClose && currentCall && (
        <CloseCallDialog verb={callToClose.verb} call={currentCall} onClose={() => setCallToClose(null)} />
      )}
      {pictureId !== null && <PictureDialog id={pictureId} onClose={() => setPictureId(null)} />}
    </section>
  );
}
