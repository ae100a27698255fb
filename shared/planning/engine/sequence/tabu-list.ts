/** The largest size of the table. In larger shops, pairs share entries, so a few moves are tabu without a reason. */
const MAX_SIZE = 1 << 20;

/** What a search must not restore until a later move: one operation before another, or an operation on a machine. */
export class TabuList {
  readonly #stride: number;
  readonly #mask: number;
  /** For each pair, the number of the first move that may restore it. */
  readonly #allowedFrom: Int32Array;

  constructor(operationCount: number, machineCount: number) {
    this.#stride = operationCount + machineCount;
    let size = 1;
    while (size < operationCount * this.#stride && size < MAX_SIZE) size *= 2;
    this.#mask = size - 1;
    this.#allowedFrom = new Int32Array(size);
  }

  /** @param second another operation, or the number of operations + a machine */
  forbid(first: number, second: number, untilMove: number): void {
    this.#allowedFrom[(first * this.#stride + second) & this.#mask] = untilMove;
  }

  isForbidden(first: number, second: number, move: number): boolean {
    return this.#allowedFrom[(first * this.#stride + second) & this.#mask]! > move;
  }
}
