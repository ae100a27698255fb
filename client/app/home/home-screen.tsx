import { Classes } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import type { HomeBoardAnswer } from '#shared/answers/boards/home-board.ts';
import { hasPermission, PRODUCTION_PERMISSION } from '#shared/kernel/permissions.ts';
import { useToday } from '#client/kit/live/use-server-clock.ts';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';
import { CountLinkContext } from '#client/production/counts/count-link-context.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { findCountLink } from './count-links.ts';
import { FirstSteps } from './first-steps/first-steps.tsx';
import { LatestReports } from './latest-reports.tsx';
import './home-screen.css';

const HomeBoard = fetchOnFirstRender('HomeBoard', () => import('#boards/screens/home-board.tsx'));

/**
 * The home page if the server gives no answer, for example because it is an upstream MES: the preset that
 * suits the user's permissions.
 */
const FALLBACK_HOME_ANSWER: HomeBoardAnswer = { rolePreset: null, version: 0, content: null };

/** The start page: the first steps, then the user's own board or else the board for the user's roles. */
export function HomeScreen() {
  const t = useT();
  const user = useUser();
  const today = useToday();
  const { data, isError } = useQuery({
    queryKey: queryKeys.entity('homeBoard', 'read'),
    queryFn: ({ signal }) =>
      call<HomeBoardAnswer>(
        '/mes/home/board',
        {},
        { signal, codesShownElsewhere: ['notFound', 'requestFailed', 'timedOut', 'databaseAway'] },
      ),
    meta: { watches: ['homeBoard', 'permission', 'role'] },
  });
  const answer = data ?? (isError ? FALLBACK_HOME_ANSWER : null);
  const isPerson = user.kind === 'employee' && user.terminal === null;
  // The tile of the latest reports needs a permission. Users without it see the latest reports below the
  // board.
  const lacksReportsTile =
    answer?.content === null &&
    hasPermission(user, PRODUCTION_PERMISSION) &&
    !hasPermission(user, 'REPORT_FORM_LATEST_REPORTS');
  return (
    <div className="home-screen">
      <header className="home-head">
        <h1>{t('greeting', { name: user.name })}</h1>
        {isPerson && data && (
          <Link className={`${Classes.BUTTON} home-edit`} to="/home/edit">
            {t('editHome')}
          </Link>
        )}
      </header>
      <FirstSteps />
      {answer && (
        <CountLinkContext value={(workCount) => findCountLink(workCount, user, today)}>
          <Suspense fallback={null}>
            <HomeBoard answer={answer} />
          </Suspense>
        </CountLinkContext>
      )}
      {lacksReportsTile && <LatestReports />}
    </div>
  );
}
