import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { ListedKanban } from '#shared/answers/boards/kanban.ts';
import { call } from '#client/kit/wire/call.ts';
import { useT } from '#client/kit/words/t.ts';
import './my-kanbans.css';

/**
 * Links to the customer kanbans that the user may see. If the call fails, for example at an upstream MES,
 * there are no links.
 */
export function MyKanbans() {
  const t = useT();
  const { data = [] } = useQuery({
    queryKey: ['kanban', 'mine'],
    queryFn: ({ signal }) =>
      call<ListedKanban[]>(
        '/mes/kanban/mine',
        {},
        { signal, codesShownElsewhere: ['notFound', 'requestFailed', 'timedOut', 'databaseAway'] },
      ),
  });
  if (data.length === 0) return null;
  return (
    <nav className="my-kanbans" aria-label={t('customerKanbans')}>
      <span>{t('customerKanbans')}</span>
      {data.map(({ id, heading }) => (
        <Link key={id} to={`/kanban/${id}`}>
          {heading}
        </Link>
      ))}
    </nav>
  );
}
