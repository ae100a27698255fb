import { Link, useParams } from 'react-router-dom';
import { useT } from '#client/kit/words/t.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { LOGIN_PATH } from '#client/kit/pages/addresses.ts';
import { PublicPage } from '#client/kit/pages/public-page.tsx';

const TERMS_BY_SSO_ERROR: ReadonlyMap<string, TermKey> = new Map([
  ['authenticationFailed', 'ssoAuthenticationFailed'],
  ['userNotFound', 'ssoUserNotFound'],
  ['factoryNotFound', 'ssoFactoryNotFound'],
] as const);

/** The 401.1 page. It shows why a single sign-on failed. */
export function SsoFailedPage() {
  const t = useT();
  const { error = '' } = useParams();
  return (
    <PublicPage title={t('ssoFailedTitle')}>
      <p>{t(TERMS_BY_SSO_ERROR.get(error) ?? 'ssoAuthenticationFailed')}</p>
      <Link className="public-link" to={LOGIN_PATH}>
        {t('goToLogIn')}
      </Link>
    </PublicPage>
  );
}
