import { Button } from '@blueprintjs/core';
import { CaretDownIcon } from '@blueprintjs/icons';
import { DropDown } from '#client/kit/elements/drop-down.tsx';
import { FactoriesMenu } from '#client/kit/elements/factories-menu.tsx';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import './top-bar.css';

/** Shows the current factory. A user with access to several factories can switch here. */
export function CurrentFactory() {
  const t = useT();
  const user = useUser();
  if ((user.factoryPermissions ?? []).length < 2) {
    return (
      <span className="top-bar-factory" title={user.factoryCode}>
        {user.factoryName}
      </span>
    );
  }
  return (
    <DropDown edge="start" content={<FactoriesMenu />}>
      <Button
        className="top-bar-factory"
        variant="minimal"
        endIcon={<CaretDownIcon />}
        text={user.factoryName}
        aria-label={`${user.factoryName}: ${t('switchFactory')}`}
      />
    </DropDown>
  );
}
