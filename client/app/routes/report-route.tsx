import { Navigate, useParams } from 'react-router-dom';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';
import type { ReportMatrix } from '#client/crud/report/report-matrix.ts';
import { findReportsInMenu, makeReportPath } from '#client/crud/report/report-pages.ts';
import { useReportPageAddresses, useReportDescriptors } from '#client/crud/report/use-reports.ts';
import { FORBIDDEN_PATH } from '#client/kit/pages/addresses.ts';
import { NotFoundPage } from '#client/kit/pages/not-found-page.tsx';
import { ScreenWaiting } from '../shell/screen-waiting.tsx';

const ReportPage = fetchOnFirstRender('ReportPage', () => import('#client/crud/report/report-page.tsx'));

const ProcessMatrix = fetchOnFirstRender(
  'ProcessMatrix',
  () => import('#client/features/plan/matrix/process-matrix.tsx'),
);

/** The matrix of a report, by the page of the report. The page shows the matrix until the user chooses the table. */
const MATRICES: Readonly<Record<string, ReportMatrix>> = { 'partProcess/schedule': ProcessMatrix };

/** Redirects to the 403 page if the report page exists; otherwise shows the 404 page. */
function UnavailableReport({ page }: { page: string }) {
  const { data: pages, isError } = useReportPageAddresses();
  if (!pages && !isError) return <ScreenWaiting />;
  return pages?.includes(page) ? <Navigate to={FORBIDDEN_PATH} replace /> : <NotFoundPage />;
}

/** Shows the report at an address below /forms. The address /forms itself redirects to the user's first report. */
export function ReportRoute() {
  const { '*': page = '' } = useParams();
  const { data: reports } = useReportDescriptors();
  if (!reports) return <ScreenWaiting />;
  if (page === '') {
    const firstReport = findReportsInMenu(reports)[0];
    return <Navigate to={firstReport ? makeReportPath(firstReport.page!) : FORBIDDEN_PATH} replace />;
  }
  const report = reports.find((candidate) => candidate.page === page);
  return report ? (
    <ReportPage key={page} report={report} matrix={MATRICES[page]} />
  ) : (
    <UnavailableReport page={page} />
  );
}
