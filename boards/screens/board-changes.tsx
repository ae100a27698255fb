import { useQuery } from '@tanstack/react-query';
import type { BoardComparison } from '#shared/answers/boards/board.ts';
import { DownloadRetryNotice, useFetchedCode } from '#client/kit/lazy/fetch-on-first-render.tsx';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useT } from '#client/kit/words/t.ts';
import { useWidgetTranslator } from '../kit/use-widget-translator.ts';
import { widgets } from '../widgets/index.ts';
import { describeDifference } from './describe-difference.ts';
import './board-changes.css';

/** Lists in words what has changed from an old version of a board to the newest one. */
export function BoardChanges({ id, from, to }: { id: number; from: number; to: number }) {
  const t = useT();
  const translatorOf = useWidgetTranslator();
  const { code: allWidgets, isRetrying } = useFetchedCode(widgets.all);
  const { data } = useQuery({
    queryKey: queryKeys.entity('board', 'compare', { id, from, to }),
    queryFn: ({ signal }) =>
      call<BoardComparison>('/mes/board/compare', { id, before: from, after: to }, { signal }),
  });
  if (isRetrying) return <DownloadRetryNotice />;
  if (!data || !allWidgets) return null;
  return (
    <section className="board-changes" aria-label={t('changesUntilNow', { edition: from })}>
      <h3>{t('changesUntilNow', { edition: from })}</h3>
      {data.differences.length === 0 && <p>{t('noChanges')}</p>}
      <ul>
        {data.differences.map((difference) => {
          const description = describeDifference(difference, allWidgets, translatorOf);
          return <li key={description}>{description}</li>;
        })}
      </ul>
    </section>
  );
}
