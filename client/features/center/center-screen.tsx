import { Button } from '@blueprintjs/core';
import { KeyIcon } from '@blueprintjs/icons';
import { useNavigate } from 'react-router-dom';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { OwnBatches } from './own-batches.tsx';
import { OwnData } from './own-data.tsx';
import { OwnPenalties } from './own-penalties.tsx';
import { OwnPermissions } from './own-permissions.tsx';
import { OwnSessions } from './own-sessions.tsx';
import '#client/crud/page-head.css';
import './center.css';

/** Shows the data, the sessions and the permissions of the user's account. */
export function CenterScreen() {
  const t = useT();
  const user = useUser();
  const navigate = useNavigate();
  const isGuest = user.homeFactoryId !== null;
  return (
    <div className="center-screen">
      <header className="page-head">
        <h1>{t('personalCenter')}</h1>
        {!isGuest && (
          <Button
            icon={<KeyIcon />}
            text={t('changePassword')}
            onClick={() => void navigate('/center/password')}
          />
        )}
      </header>
      {isGuest && <p className="notice">{t('guestDataAtHome')}</p>}
      <OwnData />
      {!isGuest && user.kind === 'employee' && <OwnPenalties />}
      <OwnSessions />
      <OwnBatches />
      <OwnPermissions />
    </div>
  );
}
