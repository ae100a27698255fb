/** A process as lists name it: its order, its part, its position in the routing and its name. */
export interface ListedProcess {
  processId: number;
  orderId: number;
  orderCode: string;
  partId: number;
  partCode: string;
  partName: string;
  seq: number;
  name: string;
}

/** Takes the fields by which lists name a process. */
export const pickListedProcess = ({
  processId,
  orderId,
  orderCode,
  partId,
  partCode,
  partName,
  seq,
  name,
}: ListedProcess): ListedProcess => ({
  processId,
  orderId,
  orderCode,
  partId,
  partCode,
  partName,
  seq,
  name,
});
