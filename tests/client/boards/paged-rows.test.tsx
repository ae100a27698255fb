import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { TileActionsContext } from '#boards/kit/acting/tile-actions.ts';
import { PagedRows } from '#boards/kit/drawing/paged-rows.tsx';
import { setUpWidgetHost } from '#tests/support/widget-host.tsx';

const host = setUpWidgetHost();
const ROWS = Array.from({ length: 40 }, (_, index) => ({ id: index + 1 }));
const PAGE_SECONDS = 10;

it('does not turn the page while somebody points at a row, even when the focus leaves the rows', async () => {
  vi.useFakeTimers();
  await host.render(
    <TileActionsContext value={{ mayActOn: () => true, open: () => undefined }}>
      <PagedRows
        rows={ROWS}
        keyOf={({ id }) => String(id)}
        pageSeconds={PAGE_SECONDS}
        rowClass="row"
        subjectOf={({ id }) => ({ kind: 'process', id, name: `P${id}` })}
      >
        {({ id }) => <span>{id}</span>}
      </PagedRows>
    </TileActionsContext>,
  );
  const readFirstRow = () => host.readTexts('[data-row] > span')[0];
  const waitForPage = () => act(async () => vi.advanceTimersByTime(PAGE_SECONDS * 1000));
  const sendPointerEvent = (type: string) =>
    act(async () =>
      host.element
        .querySelector('[data-row]')!
        .dispatchEvent(
          type.startsWith('focus')
            ? new FocusEvent(type, { bubbles: true })
            : new MouseEvent(type, { bubbles: true, relatedTarget: document.body }),
        ),
    );
  expect(readFirstRow()).toBe('1');
  await sendPointerEvent('pointerover');
  await sendPointerEvent('focusin');
  await sendPointerEvent('focusout');
  await waitForPage();
  expect(readFirstRow()).toBe('1');
  await sendPointerEvent('pointerout');
  await waitForPage();
  expect(readFirstRow()).not.toBe('1');
});
