import { expect, it } from 'vitest';
import type { BoardComparison, BoardEditions } from '#shared/answers/boards/board.ts';
import { translateTerm, type TermKey } from '#shared/terms/index.ts';
import { BoardVersionsDialog } from '#client/app/board-pages/board-versions-dialog.tsx';
import { makeSuccessReply } from '../wire/wire-stub.ts';
import { pressButton, setUpBoardPage, waitUntil } from './board-page-host.tsx';

const translate = (key: TermKey, params?: Record<string, unknown>) => translateTerm('zh_CN', key, params);
const host = setUpBoardPage(() => makeSuccessReply([]));

it('describes what has changed since an old version', async () => {
  const editions: BoardEditions = {
    id: 11,
    version: 3,
    editions: [2, 1].map((edition) => ({
      edition,
      savedAt: '2026-11-22T08:00:00.000Z',
      savedBy: 'Li Lei',
      tileCount: 1,
      restoredFrom: null,
    })),
  };
  const place = { x: 0, y: 0, w: 6, h: 6 };
  const comparison: BoardComparison = {
    differences: [
      { kind: 'tileMoved', type: 'openCalls', before: place, after: { ...place, x: 6 } },
      { kind: 'tileAdded', type: 'futureWidget', at: place },
      {
        kind: 'tileSettings',
        type: 'orderProgress',
        changes: [{ name: 'pageSeconds', before: 8, after: 12 }],
      },
    ],
  };
  host.setReplies(({ path }) =>
    path === '/mes/board/versions'
      ? makeSuccessReply(editions)
      : path === '/mes/board/compare'
        ? makeSuccessReply(comparison)
        : null,
  );
  await host.render(<BoardVersionsDialog board={{ id: 11, name: '一车间' }} onClose={() => undefined} />);
  await pressButton(translate('showChanges'));
  await waitUntil(() => expect(document.querySelectorAll('.board-changes li')).toHaveLength(3));
  expect([...document.querySelectorAll('.board-changes li')].map((item) => item.textContent)).toEqual([
    translate('difference.tileMoved', { title: translate('openCalls'), x: 1, y: 1, toX: 7, toY: 1 }),
    translate('difference.tileAdded', { title: 'futureWidget', x: 1, y: 1 }),
    translate('difference.tileSettings', {
      title: translate('orderProgress'),
      changes: translate('settingChanged', { name: translate('pageSeconds'), before: '8', after: '12' }),
    }),
  ]);
});
