import { makeError } from '#shared/kernel/errors.ts';

interface QueuedTask {
  owner: unknown;
  start: () => void;
}

/**
 * Limits how many tasks run at the same time. Further tasks wait. A slot that becomes free goes to the waiting
 * owner whose last task started longest ago, so that many tasks of one owner do not keep the others out.
 */
export class FairTaskLimiter {
  private readonly slots: number;
  private readonly maxWaiting: number;
  private running = 0;
  private waiting: QueuedTask[] = [];
  /** For each owner, the value of `starts` when the owner's last task started. */
  private readonly served = new Map<unknown, number>();
  private starts = 0;

  /**
   * @param slots the maximum number of tasks that run at the same time
   * @param maxWaiting the maximum number of waiting tasks per owner; further tasks are refused
   */
  constructor(slots: number, maxWaiting: number) {
    this.slots = slots;
    this.maxWaiting = maxWaiting;
  }

  /**
   * Runs a task as soon as a slot is free.
   * @param owner who starts the task, for example an account
   * @param signal aborts the waiting, but not the task
   * @throws tooManyRequests if the owner has too many waiting tasks; the reason of the signal if it aborts
   * the waiting; the error of the task
   */
  async run<T>(task: () => Promise<T>, owner: unknown = null, signal?: AbortSignal): Promise<T> {
    if (this.running >= this.slots) await this.wait(owner, signal);
    else this.running += 1;
    this.served.set(owner, ++this.starts);
    try {
      return await task();
    } finally {
      this.startNext();
    }
  }

  private wait(owner: unknown, signal?: AbortSignal): Promise<void> {
    if (this.waiting.filter((one) => one.owner === owner).length >= this.maxWaiting)
      throw makeError('tooManyRequests');
    return new Promise((done, failed) => {
      const leave = () => {
        this.waiting = this.waiting.filter((one) => one !== task);
        failed(signal!.reason as Error);
      };
      const task: QueuedTask = {
        owner,
        start: () => {
          signal?.removeEventListener('abort', leave);
          done();
        },
      };
      if (signal?.aborted) failed(signal.reason as Error);
      else {
        this.waiting.push(task);
        signal?.addEventListener('abort', leave, { once: true });
      }
    });
  }

  /** Passes the slot of an ended task to a waiting task, or frees the slot if no task waits. */
  private startNext(): void {
    const servedAt = ({ owner }: QueuedTask) => this.served.get(owner) ?? 0;
    const next = this.waiting.reduce<QueuedTask | null>(
      (first, one) => (first === null || servedAt(one) < servedAt(first) ? one : first),
      null,
    );
    if (!next) {
      this.running -= 1;
      if (this.running === 0) this.served.clear();
      return;
    }
    this.waiting = this.waiting.filter((one) => one !== next);
    next.start();
  }
}
