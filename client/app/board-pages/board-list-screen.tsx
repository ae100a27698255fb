import { Button, SegmentedControl } from '@blueprintjs/core';
import { Suspense, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { Board } from '#shared/boards/board.ts';
import type { BoardPreset } from '#shared/boards/preset-names.ts';
import { entities } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import { useDeleteRows } from '#client/crud/edit/use-delete.ts';
import { Pager } from '#client/crud/list/pager.tsx';
import { SearchBox } from '#client/crud/list/search-box.tsx';
import { ROWS_PER_PAGE, useListRows } from '#client/crud/list/use-list-rows.ts';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';
import { ListEmpty } from '#client/kit/tables/list-empty.tsx';
import { ignoreRefusal } from '#client/kit/wire/ignore-refusal.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { MyKanbans } from '../kanban-pages/my-kanbans.tsx';
import { BoardRows, type BoardAction, type BoardRow } from './board-rows.tsx';
import { BoardVersionsDialog } from './board-versions-dialog.tsx';
import { CopyBoardDialog } from './copy-board-dialog.tsx';
import { ImportBoardDialog } from './import-board-dialog.tsx';
import { LargeScreensDialog } from './large-screens-dialog.tsx';
import { ShareBoardDialog } from './share-board-dialog.tsx';
import { exportBoard, useBoards } from './use-boards.ts';
import '#client/crud/list/list-page.css';
import '#client/crud/page-head.css';
import './boards.css';

const PresetCards = fetchOnFirstRender('PresetCards', () => import('#boards/screens/preset-cards.tsx'));
const NewBoardDialog = fetchOnFirstRender(
  'NewBoardDialog',
  () => import('#boards/screens/new-board-dialog.tsx'),
);
const BOARD_ENTITY: EntityDeclaration = entities.board;

type OpenDialog =
  | { readonly action: BoardAction; readonly board: BoardRow }
  | { readonly preset: BoardPreset; readonly board: Board; readonly title: string }
  | 'new'
  | 'import'
  | 'largeScreens';

const getDesignerPath = (id: number): string => `/board/${id}/edit`;

/** Reads the search, the filter and the page number from the address, and changes them there. */
function useBoardList() {
  const [address, setAddress] = useSearchParams();
  const changeParameter = (name: string, value: string) =>
    setAddress(
      (currentAddress) => {
        const newAddress = new URLSearchParams(currentAddress);
        if (name !== 'page') newAddress.delete('page');
        if (value === '') newAddress.delete(name);
        else newAddress.set(name, value);
        return newAddress;
      },
      { replace: true },
    );
  return {
    search: address.get('search') ?? '',
    isOwnOnly: address.get('of') === 'mine',
    page: Math.max(1, Math.trunc(Number(address.get('page'))) || 1),
    change: changeParameter,
    clearParameters: () => setAddress({}, { replace: true }),
  };
}

/**
 * Lists the boards that the user may see, and below them the presets. From the menu of a row, the user can
 * for example copy or share a board.
 */
export function BoardListScreen() {
  const t = useT();
  const user = useUser();
  const { search, isOwnOnly, page, change: changeParameter, clearParameters } = useBoardList();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const navigate = useNavigate();
  const { addBoard } = useBoards();
  const remove = useDeleteRows(BOARD_ENTITY);
  const { data, isPlaceholderData, isError, refetch } = useListRows(
    BOARD_ENTITY,
    {
      filter: isOwnOnly ? { ownerId: user.employeeId ?? 0 } : {},
      search,
      sort: 'name',
      offset: (page - 1) * ROWS_PER_PAGE,
      limit: ROWS_PER_PAGE,
    },
    false,
  );
  const rows = (data?.rows ?? []) as unknown as BoardRow[];
  const mayDesign = hasPermission(user, 'BOARD_DESIGN');
  const mayManage = hasPermission(user, 'SCREEN_MANAGE');
  const getActions = ({ ownerId }: BoardRow): readonly BoardAction[] => {
    const mayChange = mayDesign && (mayManage || (ownerId !== null && ownerId === user.employeeId));
    return [
      ...(mayDesign ? (['copy'] as const) : []),
      ...(mayChange ? (['edit'] as const) : []),
      'playBack',
      'exportBoard',
      ...(mayChange ? (['shareBoard', 'boardVersions', 'replaceBoardText', 'delete'] as const) : []),
    ];
  };
  const runAction = (action: BoardAction, board: BoardRow) => {
    if (action === 'edit') void navigate(getDesignerPath(board.id));
    else if (action === 'playBack') void navigate(`/board/${board.id}/playback`);
    else if (action === 'exportBoard') void exportBoard(board.id).catch(ignoreRefusal);
    else if (action === 'delete') void remove([board.id], board.name);
    else setDialog({ action, board });
  };
  const closeDialog = () => setDialog(null);
  return (
    <section className="boards-page" aria-label={t('boards')}>
      <header className="page-head">
        <h1>
          {t('boards')} {data && <span className="page-count">{formatNumber(data.total, 0)}</span>}
        </h1>
        <div className="page-actions">
          {mayManage && <Button text={t('largeScreensChosen')} onClick={() => setDialog('largeScreens')} />}
          {mayDesign && <Button text={t('importBoard')} onClick={() => setDialog('import')} />}
          {mayDesign && <Button intent="primary" text={t('newBoard')} onClick={() => setDialog('new')} />}
        </div>
      </header>
      <div className="boards-tools">
        <SearchBox value={search} onSearch={(text) => changeParameter('search', text)} />
        <SegmentedControl
          value={isOwnOnly ? 'mine' : 'all'}
          options={[
            { value: 'all', label: t('boardsAll') },
            { value: 'mine', label: t('boardsMine') },
          ]}
          onValueChange={(value) => changeParameter('of', value === 'mine' ? value : '')}
        />
      </div>
      <div className="boards-table">
        {rows.length > 0 && <BoardRows rows={rows} getActions={getActions} onAction={runAction} />}
        {(isError || data?.rows.length === 0) && (
          <div className="boards-empty">
            <ListEmpty
              failed={isError}
              onRetry={() => void refetch()}
              onClear={search !== '' || isOwnOnly ? clearParameters : undefined}
            >
              <p>{t('empty.board')}</p>
            </ListEmpty>
          </div>
        )}
        <Pager
          page={page}
          total={data?.total ?? 0}
          rowsPerPage={ROWS_PER_PAGE}
          isLoading={!data || isPlaceholderData}
          onPage={(next) => changeParameter('page', String(next))}
        />
      </div>
      <MyKanbans />
      <Suspense fallback={null}>
        <PresetCards
          onCopy={mayDesign ? (preset, board, title) => setDialog({ preset, board, title }) : undefined}
        />
      </Suspense>
      {dialog === 'new' && (
        <Suspense fallback={null}>
          <NewBoardDialog
            onAdd={async (name, board, preset) => {
              const { id } = await addBoard(
                name,
                preset ? { preset, board } : { content: JSON.stringify(board) },
              );
              await navigate(getDesignerPath(id));
            }}
            onClose={closeDialog}
          />
        </Suspense>
      )}
      {dialog === 'import' && <ImportBoardDialog board={null} onClose={closeDialog} />}
      {dialog === 'largeScreens' && <LargeScreensDialog onClose={closeDialog} />}
      {dialog !== null && typeof dialog === 'object' && <BoardDialog dialog={dialog} onClose={closeDialog} />}
    </section>
  );
}

/** Shows the dialog for an action on a board or a preset. */
function BoardDialog({ dialog, onClose }: { dialog: Exclude<OpenDialog, string>; onClose: () => void }) {
  const user = useUser();
  if ('preset' in dialog)
    return (
      <CopyBoardDialog
        name={dialog.title}
        origin={{ preset: dialog.preset, board: dialog.board }}
        onClose={onClose}
      />
    );
  const { action, board } = dialog;
  if (action === 'copy')
    return <CopyBoardDialog name={board.name} origin={{ id: board.id }} onClose={onClose} />;
  if (action === 'boardVersions') return <BoardVersionsDialog board={board} onClose={onClose} />;
  if (action === 'replaceBoardText') return <ImportBoardDialog board={board} onClose={onClose} />;
  return <ShareBoardDialog board={board} mayShare={hasPermission(user, 'BOARD_SHARE')} onClose={onClose} />;
}
