import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core';
import { AddIcon, CaretDownIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { can } from '#shared/kernel/permissions.ts';
import { enterFactory } from '#client/kit/enter-factory.ts';
import { useUser } from '#client/kit/session.ts';
import { useT } from '#client/kit/t.ts';
import { AddFactoryDialog } from './add-factory-dialog.tsx';

/** The factories that one may enter, and the way to one more. */
export function FactoryActions() {
  const t = useT();
  const user = useUser();
  const navigate = useNavigate();
  const [adding, setAdding] = useState(false);
  const others = (user.factoryPermissions ?? []).filter((one) => !one.isHere);
  const enter = async (factoryId: number) => {
    await navigate('/');
    await enterFactory(factoryId);
  };
  return (
    <>
      {others.length > 0 && (
        <PopoverNext
          placement="bottom-end"
          arrow={false}
          animation="minimal"
          content={
            <Menu>
              {others.map((one) => (
                <MenuItem
                  key={one.factoryId}
                  text={one.factoryName}
                  label={one.factoryCode}
                  onClick={() => void enter(one.factoryId)}
                />
              ))}
            </Menu>
          }
        >
          <Button variant="minimal" endIcon={<CaretDownIcon />} text={t('factories')} />
        </PopoverNext>
      )}
      {can(user, 'SYSTEM_BASIC_FACTORY_ADD') && (
        <Button
          icon={<AddIcon />}
          aria-keyshortcuts="n"
          text={t('addFactory')}
          onClick={() => setAdding(true)}
        />
      )}
      {adding && <AddFactoryDialog onClose={() => setAdding(false)} />}
    </>
  );
}
