import { Button, Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core';
import { CaretDownIcon, SmallTickIcon } from '@blueprintjs/icons';
import { useNavigate } from 'react-router-dom';
import { useUser } from '#client/kit/session.ts';
import { useT } from '#client/kit/t.ts';

/** The factory that one is in; who may enter others goes there from here. */
export function FactoryMenu() {
  const t = useT();
  const user = useUser();
  const navigate = useNavigate();
  const factories = user.factoryPermissions ?? [];
  if (factories.length < 2) {
    return (
      <span className="top-bar-factory" title={user.factoryCode}>
        {user.factoryName}
      </span>
    );
  }
  const menu = (
    <Menu>
      <MenuDivider title={t('switchFactory')} />
      {factories.map((one) => (
        <MenuItem
          key={one.factoryId}
          text={one.factoryName}
          label={one.isHome ? t('homeFactory') : one.factoryCode}
          icon={one.isHere ? <SmallTickIcon /> : <span className="menu-gap" />}
          disabled={one.isHere}
          onClick={() => void navigate(`/enter/${one.factoryId}`)}
        />
      ))}
    </Menu>
  );
  return (
    <PopoverNext placement="bottom-start" arrow={false} animation="minimal" content={menu}>
      <Button
        className="top-bar-factory"
        variant="minimal"
        endIcon={<CaretDownIcon />}
        text={user.factoryName}
        aria-label={`${user.factoryName}: ${t('switchFactory')}`}
      />
    </PopoverNext>
  );
}
