/** Runs asynchronous tasks one after the other, in the order of their arrival. */
export class TaskQueue {
  private lastTask: Promise<unknown> = Promise.resolve();

  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.lastTask.then(task, task);
    this.lastTask = result.catch(() => undefined);
    return result;
  }
}
