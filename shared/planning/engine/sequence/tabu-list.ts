/** The largest size of the table. Larger problems share entries, which makes few moves tabu without a cause. */
const MAX_SIZE = 1 << 20;

/** Pairs that a search must not restore until a later move: an operation before another one, or one on a machine. */
export class TabuList {
  readonly #stride: number;
  readonly #mask: number;
  /** For each pair the number of the first move that may restore it. */
  readonly #free: Int32Array;

  constructor(operationCount: number, machineCount: number) {
    this.#stride = operationCount + machineCount;
    let size = 1;
    while (size < operationCount * this.#stride && size < MAX_SIZE) size *= 2;
    this.#mask = size - 1;
    this.#free = new Int32Array(size);
  }

  /** @param second another operation, or the number of operations + a machine */
  forbid(first: number, second: number, untilMove: number): void {
    this.#free[(first * this.#stride + second) & this.#mask] = untilMove;
  }

  isForbidden(first: number, second: number, move: number): boolean {
    return this.#free[(first * this.#stride + second) & this.#mask]! > move;
  }
}
