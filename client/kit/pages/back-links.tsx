import { Link } from 'react-router-dom';
import { useT } from '../words/t.ts';
import { LOGIN_PATH } from './addresses.ts';

/** The links of an error page: one goes back, the other goes to the log-in page. */
export function BackLinks({ onBack }: { onBack: () => void }) {
  const t = useT();
  return (
    <div className="public-links">
      <button type="button" className="public-link" onClick={onBack}>
        {t('goBack')}
      </button>
      <Link className="public-link public-link-quiet" to={LOGIN_PATH}>
        {t('goToLogIn')}
      </Link>
    </div>
  );
}
