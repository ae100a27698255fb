import type { CallFunction } from './floor.ts';
import { makeOutsourcingCalls } from './outsourcing-calls.ts';
import type { SequenceStep } from './sequence-steps.ts';

/** The outsourcing steps of one run of a sequence. */
export interface OutsourcingSteps {
  /** The movements that are not reversed, in order, each with its outsourcing order. */
  readonly movementIds: ReadonlyMap<number, number>;
  /**
   * The processes of which pieces came back unmachined. A reversal of their earlier reports could take away pieces that
   * a shipment uses.
   */
  readonly takenBackIds: ReadonlySet<number>;
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
  const takenBackIds = new Set<number>();
  const reverseMovement = async (movementId: number) => {
    await calls.reverse(movementIds.get(movementId)!, movementId);
    movementIds.delete(movementId);
  };
  /**
   * Whether the reversal of a movement leaves everything else reversible. After pieces came back unmachined and were sent
   * again, the later movements use each other's pieces, so only the last one may be reversed.
   */
  const isReversible = ([movementId, orderId]: readonly [number, number]) =>
    ![...takenBackIds].some((processId) => orderByProcess.get(processId) === orderId) ||
    [...movementIds].findLast(([, otherOrderId]) => otherOrderId === orderId)![0] === movementId;
  return {
    movementIds,
    takenBackIds,
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
      if (phase === 'stop' || rework > 0) takenBackIds.add(processId);
    },
    reverse: async (index) => {
      const reversible = [...movementIds].filter(isReversible);
      if (reversible.length === 0) return false;
      await reverseMovement(reversible[index % reversible.length]![0]);
    },
    reverseMovement,
    cancelAll: async () => {
      for (const id of orderByProcess.values()) await calls.cancel(id);
    },
  };
}
