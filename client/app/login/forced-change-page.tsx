import { Navigate, useNavigate } from 'react-router-dom';
import { session, useVisitor } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { LOGIN_PATH } from '#client/kit/pages/addresses.ts';
import { PasswordForm } from './password-form.tsx';
import { PublicPage } from '#client/kit/pages/public-page.tsx';
import { signOut } from './sign-out.ts';

/** The page on which a user must choose a new password before using the application. */
export function ForcedChangePage() {
  const t = useT();
  const navigate = useNavigate();
  const { session: visitorSession } = useVisitor();
  if (!visitorSession) return <Navigate to={LOGIN_PATH} replace />;
  const onChanged = () => {
    showSuccess(t('passwordChanged'));
    session.refresh({ ...visitorSession.user, mustChangePassword: false });
    void navigate('/', { replace: true });
  };
  return (
    <PublicPage title={t('mustChangeTitle')}>
      <p>{t('mustChangeText')}</p>
      <PasswordForm onChanged={onChanged} />
      <button
        type="button"
        className="public-link public-link-quiet forced-leave"
        onClick={() => void signOut()}
      >
        {t('logOut')}
      </button>
    </PublicPage>
  );
}
