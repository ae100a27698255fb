import { Button } from '@blueprintjs/core';
import { PrintIcon, RefreshIcon } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import type { TracedSubject } from '#shared/quality/recall.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { ExportButton } from '#client/crud/transfer/export-button.tsx';
import { formatDuration, formatMoment, formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { RunningClock } from '#client/production/running-clock.tsx';
import type { RecallSpan } from './use-recall.ts';

/** The minimum number of seconds that is shown without a decimal. */
const MIN_WHOLE_SECONDS = 60;

/** Returns a function that formats a duration in milliseconds. */
export function useShortDuration(): (milliseconds: number) => string {
  const t = useT();
  return (milliseconds) =>
    milliseconds < MIN_WHOLE_SECONDS * 1000
      ? t('oneDecimalSeconds', { seconds: formatNumber(milliseconds / 1000, 1) })
      : formatDuration(milliseconds / 1000);
}

/** Shows how long a mock recall takes. The clock runs until the table is complete. */
function RecallTimer({ span, queryMs }: { span: RecallSpan; queryMs: number }) {
  const t = useT();
  const zone = useTimeZone();
  const formatShort = useShortDuration();
  const begunAt = new Date(span.begunAt).toISOString();
  return (
    <p className="recall-timer" aria-label={t('recallTimer')} role="group">
      <span>{`${t('recallBegunAt')} ${formatMoment(begunAt, zone)}`}</span>
      {span.completedAt === null ? (
        <strong>
          {t('recallTook')} <RunningClock since={begunAt} />
        </strong>
      ) : (
        <>
          <strong>{`${t('recallTook')} ${formatShort(span.completedAt - span.begunAt)}`}</strong>
          <span>{t('recallSearchTook', { duration: formatShort(queryMs) })}</span>
        </>
      )}
    </p>
  );
}

interface Props {
  subject: TracedSubject;
  /** The term of the title of the exported file. */
  title: TermKey;
  exportPath: string;
  fields: Record<string, string>;
  span: RecallSpan | null;
  queryMs: number;
  onRefresh: () => void;
  onPrint: () => void;
  /** The text about what was found. */
  children?: ReactNode;
}

/** Adds the begin and the end of a recall to the fields of its export. */
const addSpan = (fields: Record<string, string>, span: RecallSpan | null): Record<string, string> => ({
  ...fields,
  ...(span ? { begunAt: new Date(span.begunAt).toISOString() } : {}),
  ...(span?.completedAt ? { completedAt: new Date(span.completedAt).toISOString() } : {}),
});

/** The header of a trace: what was traced, what was found, how long the recall took, and the actions. */
export function RecallHead({
  subject,
  title,
  exportPath,
  fields,
  span,
  queryMs,
  onRefresh,
  onPrint,
  children,
}: Props) {
  const t = useT();
  return (
    <header className="recall-head">
      <div>
        <h2>
          {subject.code} <span>{subject.name}</span>
        </h2>
        {children}
        {span && <RecallTimer span={span} queryMs={queryMs} />}
      </div>
      <div className="page-actions">
        <Button variant="minimal" icon={<RefreshIcon />} text={t('traceAgainNow')} onClick={onRefresh} />
        <Button variant="minimal" icon={<PrintIcon />} text={t('print')} onClick={onPrint} />
        <ExportButton path={exportPath} fields={addSpan(fields, span)} title={t(title)} hasTitleInLabel />
      </div>
    </header>
  );
}
