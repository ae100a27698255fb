import { useState } from 'react';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { usePartWarehouse } from '#client/production/warehouse/use-part-warehouse.ts';
import { WarehouseInDialog } from '#client/production/warehouse/warehouse-in-dialog.tsx';
import type { IdentifiedPerson } from './people/identified-people.ts';

interface Props {
  part: { id: number; name: string };
  worker: IdentifiedPerson;
}

/**
 * A button that puts the finished pieces of the scanned part into the warehouse. Shows nothing if no finished
 * pieces wait.
 */
export function WarehouseButton({ part, worker }: Props) {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  const { data } = usePartWarehouse(part.id, worker.token);
  if (!data || data.waiting <= 0) return null;
  return (
    <>
      <button type="button" className="floor-button" onClick={() => setIsOpen(true)}>
        {`${t('warehouseIn')} ${formatNumber(data.waiting)}`}
      </button>
      {isOpen && (
        <WarehouseInDialog
          part={part}
          waiting={data.waiting}
          workerToken={worker.token}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
