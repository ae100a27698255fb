import { Button } from '@blueprintjs/core';
import { ChevronLeftIcon, ChevronRightIcon } from '@blueprintjs/icons';
import { useEffect } from 'react';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';

interface Props {
  /** From 1. */
  page: number;
  /** The number of all rows; a page shows `size` of them. */
  total: number;
  size: number;
  /** The total still comes from an earlier response. */
  waits: boolean;
  onPage: (page: number) => void;
}

/** Turns the pages of a list; falls back to the last page if the current one no longer exists. */
export function Pager({ page: asked, total, size, waits, onPage }: Props) {
  const t = useT();
  const pages = Math.max(1, Math.ceil(total / size));
  const page = Math.min(asked, pages);
  useEffect(() => {
    if (!waits && asked > pages) onPage(pages);
  }, [waits, asked, pages, onPage]);
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
        {number(page)} / {number(pages)}
      </span>
      <Button
        variant="minimal"
        icon={<ChevronRightIcon />}
        aria-label={t('nextPage')}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  );
}
