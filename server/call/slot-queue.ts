import { makeError } from '#shared/kernel/errors.ts';

interface QueuedTask {
  owner: unknown;
  start: () => void;
}

/**
 * Limits how many tasks run at the same time. Other tasks wait. A slot that becomes free goes to the waiting
 * owner whose last task started longest ago, so that many tasks of one owner do not delay the tasks of other
 * owners.
 */
export class FairTaskLimiter {
  private readonly slotCount: number;
  private readonly maxWaiting: number;
  private runningCount = 0;
  private waitingTasks: QueuedTask[] = [];
  /** For each owner, the value of `startCount` when the owner's last task started. */
  private readonly lastStartByOwner = new Map<unknown, number>();
  private startCount = 0;

  /**
   * @param slotCount the maximum number of tasks that run at the same time
   * @param maxWaiting the maximum number of waiting tasks per owner; further tasks are refused
   */
  constructor(slotCount: number, maxWaiting: number) {
    this.slotCount = slotCount;
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
    if (this.runningCount >= this.slotCount) await this.wait(owner, signal);
    else this.runningCount += 1;
    this.lastStartByOwner.set(owner, ++this.startCount);
    try {
      return await task();
    } finally {
      this.startNext();
    }
  }

  private wait(owner: unknown, signal?: AbortSignal): Promise<void> {
    if (this.waitingTasks.filter((waitingTask) => waitingTask.owner === owner).length >= this.maxWaiting)
      throw makeError('tooManyRequests');
    return new Promise((done, fail) => {
      const onAbort = () => {
        this.waitingTasks = this.waitingTasks.filter((waitingTask) => waitingTask !== task);
        fail(signal!.reason as Error);
      };
      const task: QueuedTask = {
        owner,
        start: () => {
          signal?.removeEventListener('abort', onAbort);
          done();
        },
      };
      if (signal?.aborted) fail(signal.reason as Error);
      else {
        this.waitingTasks.push(task);
        signal?.addEventListener('abort', onAbort, { once: true });
      }
    });
  }

  /** Passes the slot of an ended task to a waiting task, or frees the slot if no task waits. */
  private startNext(): void {
    const getLastStart = ({ owner }: QueuedTask) => this.lastStartByOwner.get(owner) ?? 0;
    const next = this.waitingTasks.reduce<QueuedTask | null>(
      (first, waitingTask) =>
        first === null || getLastStart(waitingTask) < getLastStart(first) ? waitingTask : first,
      null,
    );
    if (!next) {
      this.runningCount -= 1;
      if (this.runningCount === 0) this.lastStartByOwner.clear();
      return;
    }
    this.waitingTasks = this.waitingTasks.filter((waitingTask) => waitingTask !== next);
    next.start();
  }
}
