import { Link } from 'react-router-dom';
import { useT } from '#client/kit/words/t.ts';
import { ALL_CORRECTIVES_PATH } from './corrective-paths.ts';
import { CorrectiveTabs } from './corrective-tabs.tsx';
import { StartCorrectiveButton } from './start-corrective-button.tsx';
import { useWaitingCorrectives } from './use-corrective.ts';
import { WaitingCorrectives } from './waiting-correctives.tsx';
import '#client/crud/page-head.css';
import '../quality-inbox.css';

/**
 * Lists what waits for the user: measures to complete, and corrective actions that need measures or a check. What has
 * been overdue for longest comes first.
 */
export function CorrectiveInboxScreen() {
  const t = useT();
  const { data, isError } = useWaitingCorrectives();
  return (
    <section className="screen" aria-label={t('correctiveActions')}>
      <header className="page-head">
        <h1>{t('correctiveActions')}</h1>
        <StartCorrectiveButton />
      </header>
      <CorrectiveTabs />
      <div className="inbox quality-inbox" aria-busy={!data && !isError}>
        {isError && !data && <p>{t('error.requestFailed')}</p>}
        {!data && !isError && <span className="skeleton" />}
        {data?.rows.length === 0 && (
          <div className="inbox-none">
            <h2>{t('nothingCorrectiveWaits')}</h2>
            <p>{t('nothingCorrectiveWaitsHint')}</p>
            <Link to={ALL_CORRECTIVES_PATH}>{t('correctiveActions')}</Link>
          </div>
        )}
        {data && <WaitingCorrectives rows={data.rows} />}
      </div>
    </section>
  );
}
