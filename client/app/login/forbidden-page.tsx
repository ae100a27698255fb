import { useNavigate } from 'react-router-dom';
import { useT } from '#client/kit/words/t.ts';
import { BackLinks } from '#client/kit/pages/back-links.tsx';
import { PublicPage } from '#client/kit/pages/public-page.tsx';

/** The 403 page. It tells users that they lack the permission for the requested page. */
export function ForbiddenPage() {
  const t = useT();
  const navigate = useNavigate();
  return (
    <PublicPage title={t('forbiddenTitle')}>
      <p>{t('forbiddenText')}</p>
      <BackLinks onBack={() => void navigate(-1)} />
    </PublicPage>
  );
}
