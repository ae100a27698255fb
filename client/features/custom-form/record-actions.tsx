import { Button } from '@blueprintjs/core';
import { PrintIcon } from '@blueprintjs/icons';
import type { Entity } from '#shared/entities/index.ts';
import type { RowActionsProps } from '#client/crud/entity-page.ts';
import { PrintedForm } from '#client/kit/elements/printed-form.tsx';
import { formatMoment } from '#client/kit/words/formats.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import './records.css';

type FilledInRecord = Entity<'customRecord'>;

/**
 * The button that prints the saved version of a record without the rest of the page. The button is
 * disabled while the form has unsaved changes.
 */
export function RecordActions({ row, dirty }: RowActionsProps) {
  const t = useT();
  const zone = useTimeZone();
  const user = useUser();
  const record = row as unknown as FilledInRecord;
  const contextLabels = (['employeeId', 'workOrderId', 'processId', 'deviceId'] as const).flatMap(
    (name) => record.labels[name] ?? [],
  );
  return (
    <>
      <Button icon={<PrintIcon />} text={t('printRecord')} disabled={dirty} onClick={() => window.print()} />
      <PrintedForm>
        <article className="record-sheet">
          <h1>{record.labels.customFormId}</h1>
          <p>
            {user.factoryName} · {record.recordedAt && formatMoment(record.recordedAt, zone)} ·{' '}
            {contextLabels.join(' · ')}
          </p>
          <table>
            <tbody>
              {record.answers.map((line) => (
                <tr key={line.question}>
                  <th scope="row">{line.question}</th>
                  <td>
                    {line.kind === 'flagAnswer' && line.answer !== null
                      ? t(line.answer === 'true' ? 'yes' : 'no')
                      : (line.answer ?? '—')}{' '}
                    {line.unit}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </article>
      </PrintedForm>
    </>
  );
}
