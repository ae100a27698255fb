import { CircleIcon, TickCircleIcon } from '@blueprintjs/icons';
import { Link } from 'react-router-dom';
import type { SetUpProgress } from '#shared/answers/first-steps.ts';
import type { SetUpEntity } from '#shared/rules/set-up.ts';
import { getPluralTerm } from '#client/crud/pages/plural-term.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { findEntityPage } from '../../routes/entity-pages.ts';

/** The pages of the set-up entities that have no generated list. */
const CUSTOM_LIST_PATHS: Partial<Record<SetUpEntity, string>> = {
  workOrder: '/order',
  craft: '/system/basic/crafts/machining',
};

const getPagePath = (entity: SetUpEntity): string =>
  CUSTOM_LIST_PATHS[entity] ?? findEntityPage(entity)?.listPath ?? '/';

/**
 * Lists the entities that a new factory sets up. Each entry links to the page of the entity, and has a tick
 * when the entity is set up.
 */
export function SetUpSteps({ setUpSteps }: { setUpSteps: readonly SetUpProgress[] }) {
  const t = useT();
  const doneCount = setUpSteps.filter(({ isDone }) => isDone).length;
  return (
    <>
      <div className="set-up-progress">
        <progress max={setUpSteps.length} value={doneCount} aria-label={t('setUpFactory')} />
        <span role="status">{t('setUpProgress', { done: doneCount, all: setUpSteps.length })}</span>
      </div>
      <ol className="set-up-steps">
        {setUpSteps.map(({ entity, count, isDone }) => (
          <li key={entity} className={isDone ? 'set-up-done' : undefined}>
            {isDone ? <TickCircleIcon title={t('setUpDone')} /> : <CircleIcon title={t('setUpOpen')} />}
            <Link to={getPagePath(entity)}>{t(getPluralTerm(entity))}</Link>
            <span className="set-up-about">{t(`setUp.${entity}`)}</span>
            <span className="set-up-count">{formatNumber(count, 0)}</span>
          </li>
        ))}
      </ol>
    </>
  );
}
