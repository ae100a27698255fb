import { Button, DialogBody } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { BoardEditions } from '#shared/answers/boards/board.ts';
import { Dialog } from '#client/kit/elements/dialog.tsx';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';
import { TableHead } from '#client/kit/tables/table-head.tsx';
import { confirm } from '#client/kit/messages/confirm.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { call } from '#client/kit/wire/call.ts';
import { ignoreRefusal } from '#client/kit/wire/ignore-refusal.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { formatMoment, formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { useBoards } from './use-boards.ts';
import './boards.css';

const BoardChanges = fetchOnFirstRender('BoardChanges', () => import('#boards/screens/board-changes.tsx'));

interface Props {
  board: { readonly id: number; readonly name: string };
  onClose: () => void;
}

/** Lists the kept versions of a board. The user can compare an older version with the newest one, or restore it. */
export function BoardVersionsDialog({ board: { id, name }, onClose }: Props) {
  const t = useT();
  const zone = useTimeZone();
  const { write } = useBoards();
  const [comparedEdition, setComparedEdition] = useState<number | null>(null);
  const { data } = useQuery({
    queryKey: queryKeys.entity('board', 'versions', id),
    queryFn: ({ signal }) => call<BoardEditions>('/mes/board/versions', { id }, { signal }),
  });
  const newestEdition = data?.editions[0]?.edition ?? 0;
  const restoreEdition = async (edition: number) => {
    const isConfirmed = await confirm({
      title: t('rollBackBoard'),
      text: t('rollBackBoardText', { edition }),
      yes: t('rollBackBoard'),
    });
    if (!isConfirmed) return;
    await write('/mes/board/restore', { id, version: data!.version, edition });
    setComparedEdition(null);
    showSuccess(t('saved'));
  };
  return (
    <Dialog isOpen onClose={onClose} title={t('boardVersionOf', { name })} className="board-versions">
      <DialogBody>
        <table className="plain-table">
          <TableHead
            heads={[
              t('version'),
              t('updatedAt'),
              t('updatedBy'),
              { words: t('tileCount'), className: 'figure' },
              { words: t('moreActions'), hidden: true },
            ]}
          />
          <tbody>
            {data?.editions.map(({ edition, savedAt, savedBy, tileCount, restoredFrom }) => (
              <tr key={edition}>
                <th scope="row">
                  {t('versionNumber', { edition })}
                  {edition === newestEdition && <small> · {t('currentVersion')}</small>}
                  {restoredFrom !== null && (
                    <small> · {t('restoredFromVersion', { edition: restoredFrom })}</small>
                  )}
                </th>
                <td>{formatMoment(savedAt, zone)}</td>
                <td>{savedBy}</td>
                <td className="figure">{formatNumber(tileCount, 0)}</td>
                <td>
                  {edition !== newestEdition && (
                    <div className="board-row-actions">
                      <Button
                        variant="minimal"
                        text={t('showChanges')}
                        onClick={() => setComparedEdition(edition)}
                      />
                      <Button
                        text={t('rollBackBoard')}
                        onClick={() => void restoreEdition(edition).catch(ignoreRefusal)}
                      />
                    </div>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {comparedEdition !== null && comparedEdition !== newestEdition && (
          <Suspense fallback={null}>
            <BoardChanges id={id} from={comparedEdition} to={newestEdition} />
          </Suspense>
        )}
      </DialogBody>
    </Dialog>
  );
}
