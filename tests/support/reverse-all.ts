/** What a sequence has posted, and how it is reversed. */
interface Postings {
  /** Lists the ids of everything that is not reversed, the latest first. */
  listPostedIds: () => readonly number[];
  isReport: (id: number) => boolean;
  /** Reverses reports, those that can be reversed. */
  reverseReports: (ids: readonly number[], noteError: (error: unknown) => void) => Promise<void>;
  /** @throws if the posting cannot be reversed */
  reverseOther: (id: number) => Promise<void>;
}

/**
 * Reverses everything that was posted, the latest first. That whose pieces are still in use is tried again later.
 * @throws if something cannot be reversed for good
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
    const left = listPostedIds();
    if (left.length === ids.length) throw lastError;
    ids = left;
  }
}
