import type { OutsourcingEvent, OutsourcingState } from '#shared/machines/outsourcing-order.ts';
import { calculateQuantityOut } from '#shared/ledger/outsourcing.ts';
import type { TestFactory } from './floor.ts';
import { createOutsourcedOrder, makeOutsourcingCalls } from './outsourcing-calls.ts';
import { thenRun, type StateEventCalls } from './state-event-tests.ts';

interface OutsourcingRow {
  id: number;
  processId: number;
  /** The id of the last movement. */
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
  const makePost =
    (run: (row: OutsourcingRow) => Promise<{ movementId: number }>) => async (row: OutsourcingRow) =>
      void (row.movementId = (await run(row)).movementId);
  const makeShipment = (quantity: number) =>
    makePost(({ id, processId }) => calls.send(id, { [processId]: quantity }));
  const makeGoodReturn = (good: number) =>
    makePost(({ id, processId }) => calls.return(id, processId, { good }));
  const takeBackAllPieces = makePost(async ({ id, processId }) => {
    const quantityOut = calculateQuantityOut((await calls.readDetail(id)).lines[0]!);
    return calls.takeBack(id, { [processId]: quantityOut || 1 });
  });
  const readState = async ({ id }: OutsourcingRow) => (await calls.readOrder(id)).state;
  const addPartlySentOrder = thenRun(addDraft, makeShipment(2));
  const addSentOrder = thenRun(addDraft, makeShipment(ORDERED_QUANTITY));
  return Promise.resolve({
    enter: {
      // In this state everything has been taken back, so that there is a movement to reverse.
      draft: thenRun(addPartlySentOrder, takeBackAllPieces),
      partlySent: addPartlySentOrder,
      sent: addSentOrder,
      partlyReturned: thenRun(addPartlySentOrder, makeGoodReturn(1)),
      completed: thenRun(thenRun(addSentOrder, makeGoodReturn(1)), makeGoodReturn(ORDERED_QUANTITY - 1)),
      cancelled: thenRun(addDraft, ({ id }) => calls.cancel(id)),
    },
    fire: {
      changeOutsourcing: ({ id }) => calls.change(id, { remark: 'by van' }),
      sendPieces: makeShipment(2),
      returnPieces: makeGoodReturn(1),
      takeBackPieces: takeBackAllPieces,
      reverseMovement: ({ id, movementId }) => calls.reverse(id, movementId),
      endOutsourcing: async (row) => {
        // An order can end only if no pieces are at the supplier.
        if ((await readState(row)) === 'partlyReturned') await takeBackAllPieces(row);
        await calls.end(row.id);
      },
      cancelOutsourcing: ({ id }) => calls.cancel(id),
    },
    readState,
    getIllegalOutcome: () => 'outsourcingState',
  });
}
