import { OverlaysProvider } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import type { BoardAnswer } from '#shared/answers/boards/board.ts';
import { BOARD_PRESETS } from '#shared/boards/preset-names.ts';
import { DownloadRetryNotice, useFetchedCode } from '#client/kit/lazy/fetch-on-first-render.tsx';
import { ConfirmDialog } from '#client/kit/messages/confirm-dialog.tsx';
import { RefusalDialog } from '#client/kit/messages/refusal-dialog.tsx';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useT } from '#client/kit/words/t.ts';
import { widgets } from '../widgets/index.ts';
import { DesignerNotice } from './designer-notice.tsx';
import { Designer } from './designer.tsx';
import { makeBoardStore } from './saving/board-store.ts';
import '#client/kit/look/blueprint.css';
import '../kit/board-view.css';
import '../kit/wall/wall.css';
import './designer.css';

const BACK_TO_BOARDS = { backPath: '/boards', backTerm: 'backToBoards' } as const;

function LoadedDesigner({ id }: { id: string }) {
  const t = useT();
  const store = useMemo(() => makeBoardStore(Number(id)), [id]);
  const { code: allWidgets, isRetrying } = useFetchedCode(widgets.all);
  const { data, error } = useQuery({
    queryKey: queryKeys.entity('board', 'read', id),
    queryFn: ({ signal }) =>
      call<BoardAnswer>(
        '/mes/board/read',
        { id },
        { signal, codesShownElsewhere: ['rowNotFound', 'fieldsInvalid', 'noPermission'] },
      ),
  });
  if (isRetrying) return <DownloadRetryNotice />;
  if (data && !data.mayChange)
    return <DesignerNotice text={t('error.boardNotYours', { name: data.name })} {...BACK_TO_BOARDS} />;
  // The loaded board stays while the server cannot be reached, so that no work is lost.
  if (data && allWidgets) return <Designer kind="wall" answer={data} store={store} widgets={allWidgets} />;
  if (error) return <DesignerNotice text={error.message} {...BACK_TO_BOARDS} />;
  return <main className="designer" aria-busy="true" />;
}

/** The page where a board is designed. Presets cannot be changed, so their address leads to the list of boards. */
export function BoardDesigner() {
  const { id = '' } = useParams();
  if (BOARD_PRESETS.some((preset) => preset === id)) return <Navigate to="/boards" replace />;
  return (
    <OverlaysProvider>
      <LoadedDesigner key={id} id={id} />
      <ConfirmDialog />
      <RefusalDialog />
    </OverlaysProvider>
  );
}
