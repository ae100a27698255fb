/** The postings of a sequence, and the functions that reverse them. */
interface Postings {
  /** Lists the ids of all postings that are not reversed, the latest first. */
  listPostedIds: () => readonly number[];
  isReport: (id: number) => boolean;
  /** Reverses those of the reports that can be reversed now. It calls `noteError` for the other reports. */
  reverseReports: (ids: readonly number[], noteError: (error: unknown) => void) => Promise<void>;
  /** @throws if the posting cannot be reversed */
  reverseOther: (id: number) => Promise<void>;
}

/**
 * Reverses all postings, the latest first. If the pieces of a posting are still in use, its reversal is tried
 * again later.
 * @throws if a posting can never be reversed
 */
export async function reverseAll({
  listPostedIds,
  isReport,
  reverseReports,
  reverseOther,
}: Postings): Promise<void> {
  for (let ids = listPostedIds(); ids.length > 0;) {
    let lastError: unknown;
    const noteError = (error: unknown) => (lastError = error);
    let reportIds: number[] = [];
    for (const id of ids) {
      if (isReport(id)) {
        reportIds.push(id);
        continue;
      }
      await reverseReports(reportIds, noteError);
      reportIds = [];
      await reverseOther(id).catch(noteError);
    }
    await reverseReports(reportIds, noteError);
    const remainingIds = listPostedIds();
    if (remainingIds.length === ids.length) throw lastError;
    ids = remainingIds;
  }
}
