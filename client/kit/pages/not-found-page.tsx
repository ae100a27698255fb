import { useNavigate } from 'react-router-dom';
import { useT } from '../words/t.ts';
import { BackLinks } from './back-links.tsx';
import { PublicPage } from './public-page.tsx';

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
