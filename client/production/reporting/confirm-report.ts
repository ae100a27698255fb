import type { TermKey } from '#shared/terms/index.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { t } from '#client/kit/words/t.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import type { ReportAnswer } from './use-report.ts';

/** Shows a message that the server has saved a report, with the updated quantities of the process. */
export function showReportSaved(verb: TermKey, { process }: ReportAnswer): void {
  const formatQuantity = (name: 'machinable' | 'inWork' | 'good') => formatNumber(process[name]);
  showSuccess(
    t('reportTaken', {
      what: t(verb),
      machinable: formatQuantity('machinable'),
      inWork: formatQuantity('inWork'),
      good: formatQuantity('good'),
    }),
  );
}
