import { Menu, MenuDivider, MenuItem } from '@blueprintjs/core';
import { SmallTickIcon } from '@blueprintjs/icons';
import { useNavigate } from 'react-router-dom';
import { useUser } from '../wire/session.ts';
import { useT } from '../words/t.ts';

/** Lists the factories that the user may enter. A click switches to a factory. */
export function FactoriesMenu() {
  const t = useT();
  const user = useUser();
  const navigate = useNavigate();
  return (
    <Menu>
      <MenuDivider title={t('switchFactory')} />
      {(user.factoryPermissions ?? []).map((factory) => (
        <MenuItem
          key={factory.factoryId}
          text={factory.factoryName}
          label={factory.isHome ? t('homeFactory') : factory.factoryCode}
          icon={factory.isHere ? <SmallTickIcon /> : <span className="menu-gap" />}
          disabled={factory.isHere}
          onClick={() => void navigate(`/enter/${factory.factoryId}`)}
        />
      ))}
    </Menu>
  );
}
