import { useEffect, useRef, useState } from 'react';

/**
 * Turns pages on a timer, because nobody scrolls a wall screen.
 * @param pageSeconds the time per page; null to stay on the first page
 * @param isHeld whether the current page stays, for example while somebody points at it
 * @returns the index of the current page, from 0, and the number of pages
 */
export function useTimedPages(
  rowCount: number,
  rowsPerPage: number,
  pageSeconds: number | null,
  isHeld = false,
): { pageIndex: number; pageCount: number } {
  const pageCount = rowsPerPage > 0 ? Math.max(1, Math.ceil(rowCount / rowsPerPage)) : 1;
  const [pageIndex, setPageIndex] = useState(0);
  const latestPageCount = useRef(pageCount);
  useEffect(() => {
    latestPageCount.current = pageCount;
  }, [pageCount]);
  const shouldTurnPages = pageCount > 1 && !isHeld;
  useEffect(() => {
    if (!shouldTurnPages || pageSeconds === null) return;
    const timer = setInterval(
      () => setPageIndex((currentPage) => (currentPage + 1) % latestPageCount.current),
      pageSeconds * 1000,
    );
    return () => clearInterval(timer);
  }, [shouldTurnPages, pageSeconds]);
  return { pageIndex: pageSeconds === null ? 0 : Math.min(pageIndex, pageCount - 1), pageCount };
}
