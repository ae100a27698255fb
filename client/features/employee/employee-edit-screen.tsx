import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { entities } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { can } from '#shared/kernel/permissions.ts';
import { EntityEditPage } from '#client/crud/entity-edit-page.tsx';
import type { EntityPage } from '#client/crud/entity-page.ts';
import { useUser } from '#client/kit/session.ts';
import { useT } from '#client/kit/t.ts';
import { PinDialog } from './pin-dialog.tsx';
import './employee.css';

const LIST = '/system/basic/employee';

const page: EntityPage = {
  title: 'employees',
  entity: entities.employee as EntityDeclaration,
  listPath: LIST,
  editPath: (row) => `${LIST}/edit/${row?.id ?? 'new'}`,
};

/** A person: the generated page, and the PIN that no page shows. */
export function EmployeeEditScreen() {
  const t = useT();
  const user = useUser();
  const { id = '' } = useParams();
  const [setting, set] = useState(false);
  const isNew = id === 'new';
  if (!isNew && !/^[1-9]\d{0,15}$/.test(id)) return <p className="edit-waiting">{t('error.rowNotFound')}</p>;
  return (
    <div className="employee-edit">
      <EntityEditPage key={id} page={page} id={isNew ? null : Number(id)} />
      {!isNew && can(user, 'SYSTEM_BASIC_EMPLOYEE_MODIFY') && (
        <Button className="employee-pin" text={t('setPin')} onClick={() => set(true)} />
      )}
      {setting && <PinDialog employeeId={Number(id)} onClose={() => set(false)} />}
    </div>
  );
}
