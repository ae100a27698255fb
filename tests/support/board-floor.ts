import type { Catchup, Snapshot, WatchAnswer } from '#shared/kernel/live.ts';
import type { Connection } from '#server/db/connect.ts';
import { attachLive } from '#server/live/attach.ts';
import { closedAfterEach } from './closed-after-each.ts';
import type { TestDatabase } from './databases.ts';
import { openScreen, startLiveNode, until, type LiveNode, type Screen } from './live-node.ts';
import { addCustomer, makeFactory, Shop } from './shop.ts';

/** Expects an answer with a full snapshot. @throws if the subscription was refused or got only missed frames */
export const joined = (answer: WatchAnswer): { key: string } & Snapshot => {
  if (!answer.ok || !('rows' in answer)) throw new Error(JSON.stringify(answer));
  return answer;
};
/** Expects an answer with missed frames. @throws if the subscription was refused or got a full snapshot */
export const caughtUp = (answer: WatchAnswer): { key: string } & Catchup => {
  if (!answer.ok || !('frames' in answer)) throw new Error(JSON.stringify(answer));
  return answer;
};
/** The error code of a refused subscription. */
export const watchRefusal = (answer: WatchAnswer): string => (answer.ok ? 'let in' : answer.code);

let count = 0;

/** Each `setUp` creates a factory, a node and a user `li`. Nodes and screens are closed after each test. */
export function boardFloor(database: TestDatabase) {
  const closing = closedAfterEach();
  const open = async (node: LiveNode, token: string): Promise<Screen> => {
    const screen = await openScreen(node.url, token);
    closing.push(screen.close);
    return screen;
  };
  return {
    open,
    setUp: async (): Promise<{ connection: Connection; shop: Shop; factoryId: number; node: LiveNode }> => {
      const connection = await database.open();
      const factoryId = await makeFactory(connection, `BOARD${count++}`);
      const shop = new Shop(connection);
      shop.admit('li', { factoryId });
      const node = await startLiveNode(attachLive, { backend: shop, connection });
      closing.push(() => node.close());
      return { connection, shop, factoryId, node };
    },
    /** Adds a customer and waits until the node has read the change from the feed. */
    addRead: async (
      connection: Connection,
      factoryId: number,
      node: LiveNode,
      code: string,
    ): Promise<number> => {
      const screen = await open(node, 'li');
      const id = await addCustomer(connection, factoryId, code);
      await until('the node has read the change', () => screen.changed.some((one) => one.ids?.includes(id)));
      screen.close();
      return id;
    },
  };
}
