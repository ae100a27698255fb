import { Button } from '@blueprintjs/core';
import { ChevronLeftIcon, ChevronRightIcon } from '@blueprintjs/icons';
import { formatNumber } from '#client/kit/formats.ts';
import { useT } from '#client/kit/t.ts';

interface Props {
  page: number;
  pages: number;
  total: number;
  size: number;
  onPage: (page: number) => void;
}

/** Turns the pages of a long list. */
export function Pager({ page, pages, total, size, onPage }: Props) {
  const t = useT();
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
