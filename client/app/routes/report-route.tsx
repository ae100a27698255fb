import { Navigate, useParams } from 'react-router-dom';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';
import { findReportsInMenu, reportPath } from '#client/crud/report/report-pages.ts';
import { useReports } from '#client/crud/report/use-reports.ts';
import { FORBIDDEN_PATH } from '#client/kit/pages/addresses.ts';
import { ScreenWaiting } from '../shell/screen-waiting.tsx';

const ReportPage = fetchOnFirstRender('ReportPage', () => import('#client/crud/report/report-page.tsx'));

/** Shows the report at an address under /forms. /forms redirects to the user's first report. */
export function ReportRoute() {
  const { '*': page = '' } = useParams();
  const { data: reports } = useReports();
  if (!reports) return <ScreenWaiting />;
  if (page === '') {
    const first = findReportsInMenu(reports)[0];
    return <Navigate to={first ? reportPath(first.page!) : FORBIDDEN_PATH} replace />;
  }
  const report = reports.find((one) => one.page === page);
  return report ? <ReportPage key={page} report={report} /> : <Navigate to={FORBIDDEN_PATH} replace />;
}
