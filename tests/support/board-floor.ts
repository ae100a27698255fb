import type { Catchup, Snapshot, WatchAnswer } from '#shared/kernel/live.ts';
import type { Connection } from '#server/db/connect.ts';
import { attachLive } from '#server/live/attach.ts';
import { closedAfterEach } from './closed-after-each.ts';
import type { TestDatabase } from './databases.ts';
import { openScreen, startLiveNode, until, type LiveNode, type Screen } from './live-node.ts';
import { addCustomer, makeFactory, Shop } from './shop.ts';

/** The rows that a join was answered with. @throws where it was refused or only caught up */
export const joined = (answer: WatchAnswer): { key: string } & Snapshot => {
  if (!answer.ok || !('rows' in answer)) throw new Error(JSON.stringify(answer));
  return answer;
};
/** The frames that a join was answered with. @throws where it was refused or got the whole */
export const caughtUp = (answer: WatchAnswer): { key: string } & Catchup => {
  if (!answer.ok || !('frames' in answer)) throw new Error(JSON.stringify(answer));
  return answer;
};
/** The code that a join is refused with. */
export const watchRefusal = (answer: WatchAnswer): string => (answer.ok ? 'let in' : answer.code);

let count = 0;

/** A factory with a node and a person `li`, made in each test, and screens on it; closed after each test. */
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
    /** Adds a customer before anybody watches, and waits until the node has read of it. */
    addRead: async (
      connection: Connection,
      factoryId: number,
      node: LiveNode,
      code: string,
    ): Promise<number> => {
      const screen = await open(node, 'li');
      const id = await addCustomer(connection, factoryId, code);
      await until('the node has read of it', () => screen.changed.some((one) => one.ids?.includes(id)));
      screen.close();
      return id;
    },
  };
}
