import { useEffect, useRef, useState } from 'react';

/**
 * Turns pages on a timer, because a wall is not scrolled by hand.
 * @param seconds the time per page; null to stay on the first page
 * @returns the index of the current page, from 0, and the number of pages
 */
export function useTimedPages(
  rows: number,
  perPage: number,
  seconds: number | null,
): { page: number; pages: number } {
  const pageCount = perPage > 0 ? Math.max(1, Math.ceil(rows / perPage)) : 1;
  const [page, setPage] = useState(0);
  const count = useRef(pageCount);
  useEffect(() => {
    count.current = pageCount;
  }, [pageCount]);
  const shouldTurn = pageCount > 1;
  useEffect(() => {
    if (!shouldTurn || seconds === null) return;
    const timer = setInterval(
      () => setPage((currentPage) => (currentPage + 1) % count.current),
      seconds * 1000,
    );
    return () => clearInterval(timer);
  }, [shouldTurn, seconds]);
  return { page: seconds === null ? 0 : Math.min(page, pageCount - 1), pages: pageCount };
}
