import type { OutsourcingEvent, OutsourcingState } from '#shared/machines/outsourcing-order.ts';
import { calculateQuantityOut } from '#shared/ledger/outsourcing.ts';
import type { TestFactory } from './floor.ts';
import { createOutsourcedOrder, makeOutsourcingCalls } from './outsourcing-calls.ts';
import { thenRun, type StateEventCalls } from './state-event-tests.ts';

interface OutsourcingRow {
  id: number;
  processId: number;
  /** The last movement. */
  movementId: number;
}

const ORDERED_QUANTITY = 4;

/** Makes the calls that bring an outsourcing order into each state, and that fire each event. */
export function prepareOutsourcingOrders(
  factory: TestFactory,
): Promise<StateEventCalls<OutsourcingState, OutsourcingEvent, OutsourcingRow>> {
  const calls = makeOutsourcingCalls(factory.call);
  const addDraft = async (): Promise<OutsourcingRow> => ({
    ...(await createOutsourcedOrder(factory, ORDERED_QUANTITY)),
    movementId: 1,
  });
  /** Makes a function that posts a movement and stores the id of the movement in the row. */
  const post =
    (run: (row: OutsourcingRow) => Promise<{ movementId: number }>) => async (row: OutsourcingRow) =>
      void (row.movementId = (await run(row)).movementId);
  const send = (quantity: number) => post(({ id, processId }) => calls.send(id, { [processId]: quantity }));
  const returnGood = (good: number) => post(({ id, processId }) => calls.return(id, processId, { good }));
  const takeAllBack = post(async ({ id, processId }) => {
    const out = calculateQuantityOut((await calls.readDetail(id)).lines[0]!);
    return calls.takeBack(id, { [processId]: out || 1 });
  });
  const readState = async ({ id }: OutsourcingRow) => (await calls.readOrder(id)).state;
  const enterPartlySent = thenRun(addDraft, send(2));
  const enterSent = thenRun(addDraft, send(ORDERED_QUANTITY));
  return Promise.resolve({
    enter: {
      // In this state everything has been taken back, so that there is a movement to reverse.
      draft: thenRun(enterPartlySent, takeAllBack),
      partlySent: enterPartlySent,
      sent: enterSent,
      partlyReturned: thenRun(enterPartlySent, returnGood(1)),
      completed: thenRun(thenRun(enterSent, returnGood(1)), returnGood(ORDERED_QUANTITY - 1)),
      cancelled: thenRun(addDraft, ({ id }) => calls.cancel(id)),
    },
    fire: {
      changeOutsourcing: ({ id }) => calls.change(id, { remark: 'by van' }),
      sendPieces: send(2),
      returnPieces: returnGood(1),
      takeBackPieces: takeAllBack,
      reverseMovement: ({ id, movementId }) => calls.reverse(id, movementId),
      endOutsourcing: async (row) => {
        // An order can end only if no pieces are at the supplier.
        if ((await readState(row)) === 'partlyReturned') await takeAllBack(row);
        await calls.end(row.id);
      },
      cancelOutsourcing: ({ id }) => calls.cancel(id),
    },
    readState,
    getIllegalOutcome: () => 'outsourcingState',
  });
}
