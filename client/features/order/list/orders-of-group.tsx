import { Button } from '@blueprintjs/core';
import { ArrowRightIcon } from '@blueprintjs/icons';
import { useNavigate } from 'react-router-dom';
import type { RowActionsProps } from '#client/crud/entity-page.ts';
import { useT } from '#client/kit/words/t.ts';

/** The button on the page of an order group that opens the list of its orders. */
export function OrdersOfGroup({ row }: RowActionsProps) {
  const t = useT();
  const navigate = useNavigate();
  return (
    <Button
      icon={<ArrowRightIcon />}
      text={t('ordersOfGroup')}
      onClick={() => void navigate(`/order?orderGroupId=${row.id}`)}
    />
  );
}
