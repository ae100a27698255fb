import { useNavigate } from 'react-router-dom';
import { useT } from '../words/t.ts';
import { BackLinks } from './back-links.tsx';
import { PublicPage } from './public-page.tsx';

/** Tells a signed-in user that no page has the requested address. It stands in the frame of the screens. */
export function NotFoundContent() {
  const t = useT();
  const navigate = useNavigate();
  return (
    <div className="screen-error">
      <h1>{t('pageNotFoundTitle')}</h1>
      <p>{t('pageNotFoundText')}</p>
      <BackLinks onBack={() => void navigate(-1)} />
    </div>
  );
}

/** The 404 page. It tells users that no page has the requested address. */
export function NotFoundPage() {
  const t = useT();
  const navigate = useNavigate();
  return (
    <PublicPage title={t('pageNotFoundTitle')}>
      <p>{t('pageNotFoundText')}</p>
      <BackLinks onBack={() => void navigate(-1)} />
    </PublicPage>
  );
}
