import { Button, Checkbox, DialogBody, DialogFooter, InputGroup } from '@blueprintjs/core';
import { SearchIcon } from '@blueprintjs/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OutsourcingCandidate } from '#shared/answers/outside.ts';
import { entities } from '#shared/entities/index.ts';
import { Dialog } from '#client/kit/elements/dialog.tsx';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { useDebouncedText } from '#client/kit/elements/use-debounced.ts';
import { TableHead } from '#client/kit/tables/table-head.tsx';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { ProcessName } from './process-name.tsx';

interface Props {
  supplierId: number;
  /** The id of the outsourcing order that gets the processes; null for a new order. */
  exceptId: number | null;
  /** The ids of the processes that the order already has. */
  chosenIds: readonly number[];
  onAdd: (candidates: readonly OutsourcingCandidate[]) => void;
  onClose: () => void;
}

/** Finds processes by their order, part or name, and adds the chosen ones to an outsourcing order. */
export function AddProcessesDialog({ supplierId, exceptId, chosenIds, onAdd, onClose }: Props) {
  const t = useT();
  const [search, setSearch] = useState('');
  const searchText = useDebouncedText(search.trim(), 300);
  const [chosen, setChosen] = useState<ReadonlyMap<number, OutsourcingCandidate>>(new Map());
  const { data } = useQuery({
    queryKey: queryKeys.entity('outsourcingOrder', 'candidates', {
      wanted: searchText,
      supplierId,
      exceptId,
    }),
    queryFn: ({ signal }) =>
      call<{ rows: OutsourcingCandidate[] }>(
        `${entities.outsourcingOrder.path}/candidates`,
        { search: searchText || null, supplierId, exceptId },
        { signal },
      ),
    placeholderData: keepPreviousData,
    meta: { watches: ['process'], pace: 3000 },
  });
  const rows = data?.rows.filter(({ processId }) => !chosenIds.includes(processId)) ?? [];
  const toggleCandidate = (row: OutsourcingCandidate) => {
    const next = new Map(chosen);
    if (!next.delete(row.processId)) next.set(row.processId, row);
    setChosen(next);
  };
  return (
    <Dialog isOpen title={t('addProcesses')} className="outsourcing-dialog" onClose={onClose}>
      <DialogBody>
        <InputGroup
          leftIcon={<SearchIcon />}
          placeholder={t('searchProcesses')}
          aria-label={t('searchProcesses')}
          value={search}
          autoFocus
          onChange={(event) => setSearch(event.target.value)}
        />
        <table className="plain-table outsourcing-candidates" aria-busy={!data}>
          <TableHead
            heads={[
              { words: t('chooseProcess'), hidden: true },
              t('process'),
              t('processState'),
              { words: t('plannedQuantity'), className: 'figure' },
              { words: t('sendable'), className: 'figure' },
            ]}
          />
          <tbody>
            {rows.map((row) => (
              <tr key={row.processId}>
                <td>
                  <Checkbox
                    checked={chosen.has(row.processId)}
                    aria-label={`${row.orderCode} ${row.partCode} ${row.name}`}
                    onChange={() => toggleCandidate(row)}
                  />
                </td>
                <td>
                  <ProcessName process={row} />
                  {row.external && <span className="outsourcing-planned">{t('external')}</span>}
                </td>
                <td>
                  <StateMark state={row.state} />
                </td>
                <td className="figure">{formatNumber(row.plannedQuantity)}</td>
                <td className="figure">{formatNumber(row.sendable)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {data && rows.length === 0 && <p className="outsourcing-hint">{t('noProcessesToOutsource')}</p>}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('cancel')} onClick={onClose} />
            <Button
              intent="primary"
              text={t('addCount', { count: chosen.size })}
              disabled={chosen.size === 0}
              onClick={() => {
                onAdd([...chosen.values()]);
                onClose();
              }}
            />
          </>
        }
      />
    </Dialog>
  );
}
