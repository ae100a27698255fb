import { useNavigate } from 'react-router-dom';
import { useT } from '#client/kit/words/t.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { PasswordForm } from './password-form.tsx';
import '#client/kit/pages/public-page.css';

/** Lets users change their own password inside the shell. */
export function PasswordScreen() {
  const t = useT();
  const navigate = useNavigate();
  return (
    <div className="password-screen">
      <div className="public-card">
        <h1>{t('changePassword')}</h1>
        <PasswordForm
          onChanged={() => {
            showSuccess(t('passwordChanged'));
            void navigate('/');
          }}
        />
      </div>
    </div>
  );
}
