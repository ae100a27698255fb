import type { RecordedSource, RecordedSpan } from '#shared/answers/boards/recording.ts';
import { buildRowKey, type ReportRow } from '#shared/kernel/report.ts';
import type { RecordingAbsence, SourceView } from '#client/kit/live/sources.ts';

const makeEmptyView = (absence: RecordingAbsence | null, refusalCode: string | null = null): SourceView => ({
  rows: [],
  rowKey: [],
  confirmedAt: null,
  isCatchingUp: false,
  refusalCode,
  absence,
});

const ABSENT_VIEWS: Readonly<Record<RecordingAbsence, SourceView>> = {
  notRecorded: makeEmptyView('notRecorded'),
  tooLargeToRecord: makeEmptyView('tooLargeToRecord'),
  loadingRecording: makeEmptyView('loadingRecording'),
};

const containsTime = ({ from, until }: { from: string; until: string }, ms: number): boolean =>
  Date.parse(from) <= ms && ms <= Date.parse(until);

/**
 * The view of one source while the played time moves. A step forward within a span applies only the changes in between.
 * A step back begins again with the first rows of the span.
 */
export class RecordedView {
  private view: SourceView = ABSENT_VIEWS.loadingRecording;
  private span: RecordedSpan | null = null;
  private appliedCount = 0;
  private readonly rowsByKey = new Map<string, ReportRow>();

  /** Returns the current view. It is the same object until a row changes. */
  get current(): SourceView {
    return this.view;
  }

  /**
   * Moves the view to a time.
   * @param source the recording around this time; undefined while it is not loaded
   * @returns whether the view has changed
   */
  moveTo(source: RecordedSource | undefined, ms: number): boolean {
    const before = this.view;
    if (!source || 'sameAs' in source) this.show(ABSENT_VIEWS.loadingRecording);
    else if ('refusal' in source) {
      if (this.view.refusalCode !== source.refusal) this.show(makeEmptyView(null, source.refusal));
    } else {
      const span = source.spans.findLast((candidate) => containsTime(candidate, ms));
      if (span) this.showSpan(span, ms);
      else
        this.show(
          ABSENT_VIEWS[
            source.tooLarge.some((part) => containsTime(part, ms)) ? 'tooLargeToRecord' : 'notRecorded'
          ],
        );
    }
    return this.view !== before;
  }

  private show(view: SourceView): void {
    this.view = view;
    this.span = null;
  }

  private showSpan(span: RecordedSpan, ms: number): void {
    const isFutureChange = (index: number) => {
      const change = span.changes[index];
      return change === undefined || Date.parse(change.at) > ms;
    };
    const isOtherSpan = this.span !== span;
    // If the last applied change lies after the played time, the view goes back to the first rows of the
    // span.
    if (isOtherSpan || (this.appliedCount > 0 && isFutureChange(this.appliedCount - 1))) this.beginSpan(span);
    const countBefore = this.appliedCount;
    while (!isFutureChange(this.appliedCount)) this.applyNextChange(span);
    const confirmedAt = this.getChangeTime(span);
    const intervalSeconds = this.findInterval(span, ms);
    if (
      !isOtherSpan &&
      countBefore === this.appliedCount &&
      this.view.confirmedAt === confirmedAt &&
      this.view.recordingIntervalSeconds === intervalSeconds
    )
      return;
    this.view = {
      rows: [...this.rowsByKey.values()],
      rowKey: span.rowKey,
      confirmedAt,
      isCatchingUp: false,
      refusalCode: null,
      absence: null,
      ...(intervalSeconds !== undefined && { recordingIntervalSeconds: intervalSeconds }),
    };
  }

  private beginSpan(span: RecordedSpan): void {
    this.span = span;
    this.appliedCount = 0;
    this.rowsByKey.clear();
    for (const row of span.rows) this.rowsByKey.set(buildRowKey(span.rowKey, row), row);
  }

  private applyNextChange(span: RecordedSpan): void {
    const { upsert, remove } = span.changes[this.appliedCount]!;
    for (const key of remove) this.rowsByKey.delete(key);
    for (const row of upsert) this.rowsByKey.set(buildRowKey(span.rowKey, row), row);
    this.appliedCount += 1;
  }

  /**
   * Returns the recording interval that began with the last change, in seconds. Returns undefined if the
   * interval has the usual length or has ended.
   */
  private findInterval(span: RecordedSpan, ms: number): number | undefined {
    const { intervalSeconds } = this.appliedCount === 0 ? span : span.changes[this.appliedCount - 1]!;
    const isOver =
      intervalSeconds === undefined || ms >= Date.parse(this.getChangeTime(span)) + intervalSeconds * 1000;
    return isOver ? undefined : intervalSeconds;
  }

  private getChangeTime(span: RecordedSpan): string {
    return this.appliedCount === 0 ? span.rowsAt : span.changes[this.appliedCount - 1]!.at;
  }
}
