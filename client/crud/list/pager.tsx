import { Button } from '@blueprintjs/core';
import { ChevronLeftIcon, ChevronRightIcon } from '@blueprintjs/icons';
import { useEffect } from 'react';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';

interface Props {
  /** The page number, starting at 1. */
  page: number;
  /** The number of rows on all pages. A page has `size` rows. */
  total: number;
  size: number;
  /** Whether the current rows are still loading, so that `total` may be outdated. */
  waits: boolean;
  onPage: (page: number) => void;
}

/**
 * Buttons to change the page of a list. If the current page no longer exists, the last page opens.
 */
export function Pager({ page: requestedPage, total, size, waits, onPage }: Props) {
  const t = useT();
  const pageCount = Math.max(1, Math.ceil(total / size));
  const page = Math.min(requestedPage, pageCount);
  useEffect(() => {
    if (!waits && requestedPage > pageCount) onPage(pageCount);
  }, [waits, requestedPage, pageCount, onPage]);
  if (total <= size) return null;
  const number = (value: number) => formatNumber(value, 0);
  return (
    <nav className="pager" aria-label={t('pages')}>
      <span>
        {t('rowsOf', {
          from: number((page - 1) * size + 1),
          to: number(Math.min(page * size, total)),
          total: number(total),
        })}
      </span>
      <Button
        variant="minimal"
        icon={<ChevronLeftIcon />}
        aria-label={t('previousPage')}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      <span>
        {number(page)} / {number(pageCount)}
      </span>
      <Button
        variant="minimal"
        icon={<ChevronRightIcon />}
        aria-label={t('nextPage')}
        disabled={page >= pageCount}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  );
}
