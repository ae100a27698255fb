/** Lets several do something one after the other, in the order in which they came. */
export class OneAtATime {
  private last: Promise<unknown> = Promise.resolve();

  do<T>(what: () => Promise<T>): Promise<T> {
    const mine = this.last.then(what, what);
    this.last = mine.catch(() => undefined);
    return mine;
  }
}
