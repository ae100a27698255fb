import { useQuery } from '@tanstack/react-query';
import { NavLink, useSearchParams } from 'react-router-dom';
import { entities, type Entity } from '#shared/entities/index.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import { CLASS_IDS, type ClassId } from '#shared/entities/classification-ref.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useT } from '#client/kit/words/t.ts';
import { ClassificationValues } from './classification-values.tsx';
import '#client/crud/page-head.css';
import './classification.css';

type Word = Entity<'classification'>;
const ALL = { limit: 500, sort: 'seq' };

/**
 * Shows the word lists of the factory. The classes are on the left, and the words of one class on
 * the right.
 */
export function ClassificationScreen() {
  const t = useT();
  const [params] = useSearchParams();
  const requestedClass = params.get('class') as ClassId | null;
  const classId = requestedClass && CLASS_IDS.includes(requestedClass) ? requestedClass : CLASS_IDS[0];
  const { data, refetch } = useQuery({
    queryKey: queryKeys.entity('classification', 'page', ALL),
    queryFn: ({ signal }) => call<PageAnswer<Word>>(`${entities.classification.path}/page`, ALL, { signal }),
  });
  const of = (one: ClassId) => data?.rows.filter((word) => word.classId === one) ?? [];
  return (
    <section className="classify" aria-label={t('classifications')}>
      <header className="page-head">
        <h1>{t('classifications')}</h1>
      </header>
      <div className="classify-sides">
        <nav className="classify-classes" aria-label={t('classKind')}>
          {CLASS_IDS.map((one) => (
            <NavLink
              key={one}
              to={`/system/classify?class=${one}`}
              className={one === classId ? 'here' : ''}
              aria-current={one === classId ? 'page' : undefined}
            >
              <span>{t(one)}</span>
              <span className="page-count">{of(one).length}</span>
            </NavLink>
          ))}
        </nav>
        <div className="card classify-words">
          <h2>{t(classId)}</h2>
          {data && (
            <ClassificationValues key={classId} classId={classId} words={of(classId)} onChanged={refetch} />
          )}
        </div>
      </div>
    </section>
  );
}
