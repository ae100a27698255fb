import type { MissedFrames, SourceSnapshot, WatchAnswer } from '#shared/kernel/live.ts';
import type { Connection } from '#server/db/connect.ts';
import { attachLiveUpdates } from '#server/live/attach.ts';
import { registerCloseCallbackList } from './close-list.ts';
import type { TestDatabase } from './databases.ts';
import { openScreen, startLiveNode, waitUntil, type LiveNode, type Screen } from './live-node.ts';
import { addCustomer, makeFactory, FakeBackend } from './fake-backend.ts';

/** Returns the answer as a snapshot. @throws Error for any other answer */
export const expectSnapshot = (answer: WatchAnswer): { key: string } & SourceSnapshot => {
  if (!answer.ok || !('rows' in answer)) throw new Error(JSON.stringify(answer));
  return answer;
};
/** Returns the answer if it contains the missed frames. @throws Error for any other answer */
export const expectMissedFrames = (answer: WatchAnswer): { key: string } & MissedFrames => {
  if (!answer.ok || !('frames' in answer)) throw new Error(JSON.stringify(answer));
  return answer;
};
/** Returns the error code of a refused subscription, or 'let in' if the node accepted the subscription. */
export const getWatchRefusalCode = (answer: WatchAnswer): string => (answer.ok ? 'let in' : answer.code);

let factoryCount = 0;

/**
 * Returns functions for tests of boards. `setUp` creates a factory, a node and a user with the token `li`. Nodes and
 * screens are closed after each test.
 */
export function createBoardFixture(database: TestDatabase) {
  const closeCallbacks = registerCloseCallbackList();
  const openNodeScreen = async (node: LiveNode, token: string): Promise<Screen> => {
    const screen = await openScreen(node.url, token);
    closeCallbacks.push(screen.close);
    return screen;
  };
  return {
    openNodeScreen,
    setUp: async (): Promise<{
      connection: Connection;
      backend: FakeBackend;
      factoryId: number;
      node: LiveNode;
    }> => {
      const connection = await database.open();
      const factoryId = await makeFactory(connection, `BOARD${factoryCount++}`);
      const backend = new FakeBackend(connection);
      backend.addUser('li', { factoryId });
      const node = await startLiveNode(attachLiveUpdates, { backend, connection });
      closeCallbacks.push(() => node.close());
      return { connection, backend, factoryId, node };
    },
    /** Adds a customer and waits until the node has read the change from the feed. */
    addCustomerAndWait: async (
      connection: Connection,
      factoryId: number,
      node: LiveNode,
      code: string,
    ): Promise<number> => {
      const screen = await openNodeScreen(node, 'li');
      const id = await addCustomer(connection, factoryId, code);
      await waitUntil('the node has read the change', () =>
        screen.changed.some((message) => message.ids?.includes(id)),
      );
      screen.close();
      return id;
    },
  };
}
