import type { CallFunction } from './floor.ts';
import { makeOutsourcingCalls } from './outsourcing-calls.ts';
import { pickItem } from './pick-supplied.ts';
import type { SequenceStep } from './sequence-steps.ts';

/** The outsourcing steps of one run of a sequence. */
export interface OutsourcingSteps {
  /** The movements that are not reversed, in order, each with its outsourcing order. */
  readonly movementIds: ReadonlyMap<number, number>;
  /** Sends pieces of a process. The first shipment of a process creates its outsourcing order. */
  send: (processId: number, plannedQuantity: number | null, quantity: number) => Promise<void>;
  /** Takes pieces in, or takes them back unmachined. @returns false if nothing was sent */
  takeInPieces: (step: SequenceStep) => Promise<boolean | void>;
  /** Reverses one of the movements. @returns false if there is none */
  reverse: (index: number) => Promise<boolean | void>;
  reverseMovement: (movementId: number) => Promise<void>;
  /** Cancels the outsourcing orders, so that the processes are free. */
  cancelAll: () => Promise<void>;
}

/** Begins the outsourcing steps of a run. */
export function beginOutsourcingSteps(call: CallFunction, supplierId: number): OutsourcingSteps {
  const calls = makeOutsourcingCalls(call);
  const orderByProcess = new Map<number, number>();
  const movementIds = new Map<number, number>();
  const reverseMovement = async (movementId: number) => {
    await calls.reverse(movementIds.get(movementId)!, movementId);
    movementIds.delete(movementId);
  };
  return {
    movementIds,
    send: async (processId, plannedQuantity, quantity) => {
      const existingOrderId = orderByProcess.get(processId);
      const id =
        existingOrderId ?? (await calls.order(supplierId, { [processId]: plannedQuantity ?? quantity })).id;
      orderByProcess.set(processId, id);
      movementIds.set((await calls.send(id, { [processId]: quantity })).movementId, id);
    },
    takeInPieces: async ({ report, quantity, scrap, rework, phase }) => {
      const sentProcesses = [...orderByProcess];
      const pickedProcess = sentProcesses[report % sentProcesses.length];
      if (!pickedProcess) return false;
      const [processId, id] = pickedProcess;
      const { movementId } =
        phase === 'stop'
          ? await calls.takeBack(id, { [processId]: quantity })
          : await calls.return(id, processId, { good: quantity, hold: scrap, unmachined: rework });
      movementIds.set(movementId, id);
    },
    reverse: async (index) => {
      const movementId = pickItem(movementIds.keys(), index);
      if (movementId === undefined) return false;
      await reverseMovement(movementId);
    },
    reverseMovement,
    cancelAll: async () => {
      for (const id of orderByProcess.values()) await calls.cancel(id);
    },
  };
}
