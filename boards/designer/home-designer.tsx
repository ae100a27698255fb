import { OverlaysProvider } from '@blueprintjs/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { BoardAnswer } from '#shared/answers/boards/board.ts';
import type { HomeBoardAnswer } from '#shared/answers/boards/home-board.ts';
import { BOARD_FORMAT_VERSION } from '#shared/boards/board.ts';
import { DownloadRetryNotice, useFetchedCode } from '#client/kit/lazy/fetch-on-first-render.tsx';
import { ConfirmDialog } from '#client/kit/messages/confirm-dialog.tsx';
import { RefusalDialog } from '#client/kit/messages/refusal-dialog.tsx';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { readHomeBoard } from '../screens/read-home-board.ts';
import { widgets } from '../widgets/index.ts';
import { Designer } from './designer.tsx';
import { DesignerNotice } from './designer-notice.tsx';
import { makeHomeStore } from './saving/board-store.ts';
import '#client/kit/look/blueprint.css';
import '../kit/board-view.css';
import '../kit/wall/wall.css';
import '../kit/desk/desk.css';
import './designer.css';

const HOME_BOARD_QUERY = {
  queryKey: queryKeys.entity('homeBoard', 'read'),
  queryFn: ({ signal }: { signal?: AbortSignal }) =>
    call<HomeBoardAnswer>('/mes/home/board', {}, signal ? { signal } : {}),
};

/** Reads the user's home page as a `BoardAnswer`, because the designer edits boards in this form. */
function useHomeBoard() {
  const t = useT();
  const user = useUser();
  const client = useQueryClient();
  const { data, error } = useQuery({
    ...HOME_BOARD_QUERY,
    meta: { watches: ['homeBoard', 'permission', 'role'] },
  });
  return useMemo(() => {
    const toAnswer = (home: HomeBoardAnswer): BoardAnswer => ({
      id: 0,
      version: home.version,
      edition: home.version,
      name: t('home'),
      content: JSON.stringify({ format: BOARD_FORMAT_VERSION, ...readHomeBoard(home, user) }),
      mayChange: true,
    });
    const store = makeHomeStore(async () =>
      toAnswer(await client.fetchQuery({ ...HOME_BOARD_QUERY, staleTime: 0 })),
    );
    return { answer: data && toAnswer(data), error, store };
  }, [data, error, user, client, t]);
}

function LoadedHomeDesigner() {
  const { code: allWidgets, isRetrying } = useFetchedCode(widgets.all);
  const { answer, error, store } = useHomeBoard();
  if (isRetrying) return <DownloadRetryNotice />;
  if (answer && allWidgets)
    return <Designer kind="home" answer={answer} store={store} widgets={allWidgets} />;
  if (error) return <DesignerNotice backPath="/" backTerm="backToHome" text={error.message} />;
  return <main className="designer" aria-busy="true" />;
}

/** The page where users edit their own home page. */
export function HomeDesigner() {
  return (
    <OverlaysProvider>
      <LoadedHomeDesigner />
      <ConfirmDialog />
      <RefusalDialog />
    </OverlaysProvider>
  );
}
