import { Button } from '@blueprintjs/core';
import { ChevronLeftIcon, ChevronRightIcon } from '@blueprintjs/icons';
import { useEffect } from 'react';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import './list-page.css';

interface Props {
  /** The page number, starting at 1. */
  page: number;
  /** The number of rows on all pages. */
  total: number;
  rowsPerPage: number;
  /** Whether the current rows are still loading, so that `total` may be outdated. */
  isLoading: boolean;
  onPage: (page: number) => void;
}

/**
 * Buttons to change the page of a list. If the current page no longer exists, the last page opens.
 */
export function Pager({ page: requestedPage, total, rowsPerPage, isLoading, onPage }: Props) {
  const t = useT();
  const pageCount = Math.max(1, Math.ceil(total / rowsPerPage));
  const page = Math.min(requestedPage, pageCount);
  useEffect(() => {
    if (!isLoading && requestedPage > pageCount) onPage(pageCount);
  }, [isLoading, requestedPage, pageCount, onPage]);
  if (total <= rowsPerPage) return null;
  const formatCount = (value: number) => formatNumber(value, 0);
  return (
    <nav className="pager" aria-label={t('pages')}>
      <span>
        {t('rowsOf', {
          from: formatCount((page - 1) * rowsPerPage + 1),
          to: formatCount(Math.min(page * rowsPerPage, total)),
          total: formatCount(total),
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
        {formatCount(page)} / {formatCount(pageCount)}
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
