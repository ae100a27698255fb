import type { Page } from 'playwright';

/** The layout counts as settled after this number of frames in a row in which nothing has moved. */
const STILL_FRAME_COUNT = 5;

/**
 * Sets the size of the window, and waits until the layout has settled: nothing in `root` moves from frame to frame, and
 * no animation changes a colour any more.
 * @param root the selector of the element whose content is observed
 */
export async function resizeAndSettle(
  page: Page,
  size: { width: number; height: number },
  root: string,
): Promise<void> {
  await page.setViewportSize(size);
  await page.waitForFunction(({ width, height }) => innerWidth === width && innerHeight === height, size);
  await waitForSettledLayout(page, root);
}

/** Waits until nothing in `root` moves from frame to frame, and no animation changes a colour any more. */
export async function waitForSettledLayout(page: Page, root: string): Promise<void> {
  await page.evaluate(
    async ({ selector, stillFrameCount }) => {
      // Waiting for a task after each frame lets React render what its observers have measured in the frame.
      const waitForFrame = () =>
        new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      const readLayout = () =>
        [...document.querySelectorAll(`${selector}, ${selector} *`)]
          .map((element) => {
            const { x, y, width, height } = element.getBoundingClientRect();
            return `${x} ${y} ${width} ${height}`;
          })
          .join();
      await waitForFrame();
      let layout = readLayout();
      for (let stillFrames = 0; stillFrames < stillFrameCount;) {
        await waitForFrame();
        const nextLayout = readLayout();
        stillFrames = nextLayout === layout ? stillFrames + 1 : 0;
        layout = nextLayout;
      }
      // Do not wait for endless animations. They change no colour of a text.
      await Promise.allSettled(
        document
          .getAnimations()
          .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
          .map(({ finished }) => finished),
      );
    },
    { selector: root, stillFrameCount: STILL_FRAME_COUNT },
  );
}
