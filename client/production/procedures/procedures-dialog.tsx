import { Button, DialogBody, DialogFooter } from '@blueprintjs/core';
import { DownloadIcon } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import type { Entity } from '#shared/entities/index.ts';
import { Dialog } from '#client/kit/elements/dialog.tsx';
import { call, download } from '#client/kit/wire/call.ts';
import { FILE_PATHS } from '#client/kit/wire/files.ts';
import { formatDuration, formatNumber } from '#client/kit/words/formats.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { TableHead } from '#client/kit/tables/table-head.tsx';
import { useT } from '#client/kit/words/t.ts';
import { useFileUrl } from '#client/kit/wire/use-file-url.ts';
import './procedures-dialog.css';

type Sop = Entity<'sop'>;
type Sip = Entity<'sip'>;

interface Props {
  processId: number;
  /** The name of the process. */
  name: string;
  /** The token of the person identified at this terminal; by default the signed-in user's token. */
  workerToken?: string | null;
  onClose: () => void;
}

function ProcedurePicture({ id, workerToken, alt }: { id: number; workerToken: string | null; alt: string }) {
  const url = useFileUrl(id, workerToken);
  return url ? <img src={url} alt={alt} /> : <span className="skeleton" />;
}

function ProcedureHeader({ document, workerToken }: { document: Sop | Sip; workerToken: string | null }) {
  const t = useT();
  return (
    <header>
      <h3>
        {document.name} <span>{document.code}</span>
      </h3>
      <span className="procedure-edition">
        {t('edition')} {document.edition}
      </span>
      {document.file !== null && (
        <Button
          icon={<DownloadIcon />}
          text={t('documentFile')}
          onClick={() =>
            void download(FILE_PATHS.get, { id: String(document.file) }, document.code, {
              workerToken,
            }).catch((error: unknown) => console.warn('download', error))
          }
        />
      )}
    </header>
  );
}

function WorkSteps({ sop, workerToken }: { sop: Sop; workerToken: string | null }) {
  return (
    <ol className="procedure-steps">
      {sop.steps.map((step) => (
        <li key={step.seq}>
          <span className="procedure-number">{step.seq}</span>
          <div>
            <p>{step.instruction}</p>
            {step.picture !== null && (
              <ProcedurePicture id={step.picture} workerToken={workerToken} alt={step.instruction} />
            )}
          </div>
          {step.seconds !== null && <span className="procedure-time">{formatDuration(step.seconds)}</span>}
        </li>
      ))}
    </ol>
  );
}

/** Formats a number of an inspection procedure; '—' if there is none. */
const formatProcedureValue = (value: number | null): string => (value === null ? '—' : formatNumber(value));

/** Says when pieces are inspected, and how many. */
function PlannedInspections({ sip }: { sip: Sip }) {
  const t = useT();
  return (
    <ul className="procedure-inspections">
      {sip.inspections.map((planned) => (
        <li key={planned.inspectionKind}>
          <strong>{t(planned.inspectionKind)}</strong>{' '}
          {[
            planned.everyPieces !== null && `${t('everyPieces')} ${formatNumber(planned.everyPieces)}`,
            planned.everyMinutes !== null && `${t('everyMinutes')} ${formatNumber(planned.everyMinutes)} min`,
            t(planned.sampling),
            planned.sampleCount !== null && formatNumber(planned.sampleCount),
            planned.samplePercent !== null && `${formatNumber(planned.samplePercent)} %`,
            planned.aql !== null && `${formatNumber(planned.aql)} %`,
            planned.inspectionLevel !== null && t(planned.inspectionLevel),
          ]
            .filter(Boolean)
            .join(' · ')}
        </li>
      ))}
    </ul>
  );
}

function InspectionCharacteristics({ sip }: { sip: Sip }) {
  const t = useT();
  return (
    <div className="procedure-scroll">
      <table>
        <TableHead
          heads={[
            '#',
            t('characteristic'),
            { words: t('nominal'), className: 'number' },
            { words: t('lowerLimit'), className: 'number' },
            { words: t('upperLimit'), className: 'number' },
            t('inspectionMethod'),
            t('measuringTool'),
            { words: t('samplePerBatch'), className: 'number' },
          ]}
        />
        <tbody>
          {sip.characteristics.map((characteristic) => (
            <tr key={characteristic.seq}>
              <td>{characteristic.seq}</td>
              <th scope="row">{characteristic.name}</th>
              {characteristic.kind === 'judged' ? (
                <td colSpan={3}>{t('judged')}</td>
              ) : (
                [characteristic.nominal, characteristic.lower, characteristic.upper].map((value, index) => (
                  <td key={index} className="number">
                    {formatProcedureValue(value)}{' '}
                    {value !== null && <span className="unit">{characteristic.unit}</span>}
                  </td>
                ))
              )}
              <td>{characteristic.method ?? '—'}</td>
              <td>{characteristic.tool ?? '—'}</td>
              <td className="number">{formatProcedureValue(characteristic.samplePerBatch)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Shows the published work and inspection procedures that apply to a process. */
export function ProceduresDialog({ processId, name, workerToken = null, onClose }: Props) {
  const t = useT();
  const { data } = useQuery({
    queryKey: queryKeys.entity('sop', 'of', processId),
    queryFn: ({ signal }) =>
      call<{ sops: Sop[]; sips: Sip[] }>(
        '/mes/process/procedures/of',
        { processId },
        { signal, workerToken },
      ),
    staleTime: 0,
  });
  return (
    <Dialog isOpen title={`${t('procedures')} · ${name}`} className="procedures-dialog" onClose={onClose}>
      <DialogBody className="procedures-body">
        {!data && <span className="skeleton" />}
        {data?.sops.map((sop) => (
          <section key={sop.id}>
            <ProcedureHeader document={sop} workerToken={workerToken} />
            <WorkSteps sop={sop} workerToken={workerToken} />
          </section>
        ))}
        {data?.sips.map((sip) => (
          <section key={sip.id}>
            <ProcedureHeader document={sip} workerToken={workerToken} />
            <PlannedInspections sip={sip} />
            <InspectionCharacteristics sip={sip} />
          </section>
        ))}
        {data && data.sops.length + data.sips.length === 0 && <p>{t('nothingHere')}</p>}
      </DialogBody>
      <DialogFooter
        actions={
          <Button
            size="large"
            // The button is larger at a terminal, where people wear gloves.
            {...(workerToken === null ? {} : { className: 'procedures-close' })}
            text={t('dismiss')}
            onClick={onClose}
          />
        }
      />
    </Dialog>
  );
}
