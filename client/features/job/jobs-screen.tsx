import { Button, DialogBody } from '@blueprintjs/core';
import { PlayIcon } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hasPermission } from '#shared/kernel/permissions.ts';
import type { JobName, JobRun, JobStatus } from '#shared/answers/jobs.ts';
import { ExportButton } from '#client/crud/transfer/export-button.tsx';
import { Dialog } from '#client/kit/elements/dialog.tsx';
import { call, send } from '#client/kit/wire/call.ts';
import { formatDuration, formatMoment, formatNumber } from '#client/kit/words/formats.ts';
import { ignoreRefusal } from '#client/kit/wire/ignore-refusal.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { TableHead } from '#client/kit/tables/table-head.tsx';
import { useT, type Translate } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import '#client/crud/page-head.css';
import './jobs.css';

const JOB_API_PATH = '/mes/system/job';
const NO_EXPORT_FIELDS = {};

const formatRunDuration = (run: JobRun): string =>
  formatDuration(Math.max(0, Math.round((Date.parse(run.endedAt) - Date.parse(run.startedAt)) / 1000)));

/** Shows the state of a job or the result of a run with a colour, a shape and a text. */
function JobResult({ job, run, t }: { job?: JobStatus; run: JobRun | null; t: Translate }) {
  if (job?.runningSince) return <span className="job-mark job-running">● {t('jobRunning')}</span>;
  if (job?.requestedAt) return <span className="job-mark job-running">○ {t('jobAsked')}</span>;
  if (!run) return <span className="job-mark">— {t('jobNever')}</span>;
  return run.error === null ? (
    <span className="job-mark job-done">✓ {t('jobDone')}</span>
  ) : (
    <span className="job-mark job-failed" title={run.error}>
      ■ {t('jobFailed')}
    </span>
  );
}

/** Lists the last runs of one job. The latest run comes first. */
function JobHistory({ job, onClose }: { job: JobName; onClose: () => void }) {
  const t = useT();
  const zone = useTimeZone();
  const { data } = useQuery({
    queryKey: queryKeys.entity('job', 'history', job),
    queryFn: ({ signal }) => call<{ rows: JobRun[] }>(`${JOB_API_PATH}/history`, { job }, { signal }),
  });
  return (
    <Dialog isOpen onClose={onClose} title={`${t(job)} · ${t('jobHistory')}`} className="job-history">
      <DialogBody>
        {data?.rows.length === 0 && <p>{t('jobNever')}</p>}
        {data && data.rows.length > 0 && (
          <table className="plain-table job-table">
            <TableHead
              heads={[
                t('jobLast'),
                t('jobHow'),
                t('jobTook'),
                { words: t('jobRows'), className: 'figure' },
                t('jobResult'),
              ]}
            />
            <tbody>
              {data.rows.map((run) => (
                <tr key={run.id}>
                  <td>{formatMoment(run.startedAt, zone)}</td>
                  <td>{t(run.isAsked ? 'jobByHand' : 'jobBySchedule')}</td>
                  <td>{formatRunDuration(run)}</td>
                  <td className="figure">{formatNumber(run.rowsDone, 0)}</td>
                  <td>
                    <JobResult run={run} t={t} />
                    {run.error && <div className="job-error">{run.error}</div>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </DialogBody>
    </Dialog>
  );
}

/**
 * Lists the background jobs with their interval, last result and next run. Users who may change jobs can
 * run a job at once.
 */
export function JobsScreen() {
  const t = useT();
  const zone = useTimeZone();
  const user = useUser();
  const [shownJob, setShownJob] = useState<JobName | null>(null);
  const { data, refetch } = useQuery({
    queryKey: queryKeys.entity('job', 'status'),
    queryFn: ({ signal }) => call<{ rows: JobStatus[] }>(`${JOB_API_PATH}/status`, {}, { signal }),
  });
  const runJob = async (job: JobName) => {
    await send(`${JOB_API_PATH}/run`, { job });
    await refetch();
  };
  return (
    <section className="jobs" aria-label={t('jobs')}>
      <header className="page-head">
        <h1>{t('jobs')}</h1>
        <ExportButton path={`${JOB_API_PATH}/export`} fields={NO_EXPORT_FIELDS} title={t('jobs')} />
      </header>
      <p className="jobs-about">{t('jobAbout')}</p>
      <div className="jobs-scroll">
        <table className="plain-table job-table">
          <TableHead
            heads={[
              t('job'),
              t('jobEvery'),
              t('jobLast'),
              t('jobTook'),
              { words: t('jobRows'), className: 'figure' },
              t('jobResult'),
              t('jobNext'),
              { words: t('moreActions'), hidden: true },
            ]}
          />
          <tbody>
            {data?.rows.map((job) => (
              <tr key={job.name}>
                <th scope="row">{t(job.name)}</th>
                <td>{formatDuration(job.intervalSeconds)}</td>
                <td>{job.last ? formatMoment(job.last.startedAt, zone) : '—'}</td>
                <td>{job.last ? formatRunDuration(job.last) : '—'}</td>
                <td className="figure">{job.last ? formatNumber(job.last.rowsDone, 0) : '—'}</td>
                <td>
                  <JobResult job={job} run={job.last} t={t} />
                </td>
                <td>{formatMoment(job.nextAt, zone)}</td>
                <td className="job-actions">
                  <Button variant="minimal" text={t('jobHistory')} onClick={() => setShownJob(job.name)} />
                  {hasPermission(user, 'SYSTEM_JOB_MODIFY') && (
                    <Button
                      icon={<PlayIcon />}
                      text={t('runNow')}
                      disabled={job.runningSince !== null || job.requestedAt !== null}
                      onClick={() => void runJob(job.name).catch(ignoreRefusal)}
                    />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shownJob && <JobHistory job={shownJob} onClose={() => setShownJob(null)} />}
    </section>
  );
}
