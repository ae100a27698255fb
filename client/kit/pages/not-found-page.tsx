import { useNavigate } from 'react-router-dom';
import { useT } from '../words/t.ts';
import { BackLinks } from './back-links.tsx';
import { PublicPage } from './public-page.tsx';

/** The content of the 404 page for a signed-in user. The caller renders this content inside the shell. */
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

/** The 404 page without the shell. */
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
