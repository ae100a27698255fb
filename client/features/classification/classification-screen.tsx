import { useQuery } from '@tanstack/react-query';
import { NavLink, useSearchParams } from 'react-router-dom';
import { entities, type Entity } from '#shared/entities/index.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import { CLASSIFICATION_CLASSES, type ClassificationClass } from '#shared/entities/classification-ref.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useT } from '#client/kit/words/t.ts';
import { ClassificationValues } from './classification-values.tsx';
import '#client/crud/page-head.css';
import './classification.css';

type ClassificationWord = Entity<'classification'>;
const ALL_WORDS_QUERY = { limit: 500, sort: 'seq' };

/** Shows the classes of classifications on the left, and the words of the chosen class on the right. */
export function ClassificationScreen() {
  const t = useT();
  const [params] = useSearchParams();
  const requestedClass = params.get('class') as ClassificationClass | null;
  const classId =
    requestedClass && CLASSIFICATION_CLASSES.includes(requestedClass)
      ? requestedClass
      : CLASSIFICATION_CLASSES[0];
  const { data, refetch } = useQuery({
    queryKey: queryKeys.entity('classification', 'page', ALL_WORDS_QUERY),
    queryFn: ({ signal }) =>
      call<PageAnswer<ClassificationWord>>(`${entities.classification.path}/page`, ALL_WORDS_QUERY, {
        signal,
      }),
  });
  const listWordsOfClass = (classificationClass: ClassificationClass) =>
    data?.rows.filter((word) => word.classId === classificationClass) ?? [];
  return (
    <section className="classify" aria-label={t('classifications')}>
      <header className="page-head">
        <h1>{t('classifications')}</h1>
      </header>
      <div className="classify-sides">
        <nav className="classify-classes" aria-label={t('classKind')}>
          {CLASSIFICATION_CLASSES.map((listedClassId) => (
            <NavLink
              key={listedClassId}
              to={`/system/classify?class=${listedClassId}`}
              className={listedClassId === classId ? 'here' : ''}
              aria-current={listedClassId === classId ? 'page' : undefined}
            >
              <span>{t(listedClassId)}</span>
              <span className="page-count">{listWordsOfClass(listedClassId).length}</span>
            </NavLink>
          ))}
        </nav>
        <div className="card classify-words">
          <h2>{t(classId)}</h2>
          {data && (
            <ClassificationValues
              key={classId}
              classId={classId}
              words={listWordsOfClass(classId)}
              onChanged={refetch}
            />
          )}
        </div>
      </div>
    </section>
  );
}
