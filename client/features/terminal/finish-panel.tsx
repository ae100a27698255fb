import { useState } from 'react';
import { addQuantities } from '#shared/ledger/quantity.ts';
import { MIN_REPORT_SECONDS } from '#shared/rules/report-limits.ts';
import type { TerminalProcess } from '#shared/answers/terminal.ts';
import type { OpenReport } from '#shared/ledger/process-progress.ts';
import { entities } from '#shared/entities/index.ts';
import { reportFormFields } from '#shared/entities/report-form-fields.ts';
import { useCustomColumns } from '#client/crud/columns/use-custom-columns.ts';
import { useArrangedFormFields } from '#client/kit/forms/use-arranged-form.ts';
import { formatTime } from '#client/kit/words/formats.ts';
import { getServerTime } from '#client/kit/live/live.ts';
import { ReportEntriesInput } from '#client/production/reporting/entries/report-entries-input.tsx';
import { RunningClock } from '#client/production/running-clock.tsx';
import { useT } from '#client/kit/words/t.ts';
import { useServerTime } from '#client/kit/live/use-server-time.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { describePieces } from './numbers/describe-pieces.ts';
import { EntityRowButtons } from './row-buttons.tsx';
import type { IdentifiedPerson } from './people/identified-people.ts';
import { ReportQuantitiesWithPad, type QuantityField } from './numbers/report-numbers.tsx';
import type { ReportCommand } from './use-report-command.ts';
import { usePadEntries } from './numbers/use-pad-entries.ts';
import { useQuantities } from './numbers/use-quantities.ts';
import './numbers/bad-reasons.css';
import './work-panel.css';

export interface FinishPanelProps {
  process: TerminalProcess;
  /** The running report to end. */
  openReport: OpenReport;
  worker: IdentifiedPerson;
  busy: boolean;
  onReport: (command: ReportCommand) => void;
  /** Shows the problem of a wrong scan. */
  onWrongScan: (problem: string) => void;
}

const FINISH_QUANTITY_FIELDS: readonly QuantityField[] = [
  { name: 'good', label: 'good', tone: 'good' },
  { name: 'scrap', label: 'scrap', tone: 'bad' },
  { name: 'rework', label: 'rework' },
];
/** The fields at the end of rework. The field `rework` is then labelled as pieces that must be machined again. */
const FINISH_REWORK_FIELDS: readonly QuantityField[] = FINISH_QUANTITY_FIELDS.map((field) =>
  field.name === 'rework' ? { ...field, label: 'machineAgain' } : field,
);

/** The kinds of reasons that a person can choose for bad pieces. */
const BAD_PIECE_REASON_FIELDS = [
  { name: 'errorClassId', title: 'errorClass', classId: 'errorClass' },
  { name: 'scrapReasonId', title: 'scrapReason', classId: 'scrapReason' },
] as const;
type BadPieceReasonField = (typeof BAD_PIECE_REASON_FIELDS)[number]['name'];

/** Ends a running report of the worker. By default all started pieces are good, except after a setup. */
export function FinishPanel({ process, openReport, worker, busy, onReport, onWrongScan }: FinishPanelProps) {
  const t = useT();
  const zone = useTimeZone();
  useServerTime(1000);
  const isSetup = openReport.phase === 'preparation';
  // The default good quantity of a setup is 0, because a setup usually produces no pieces.
  const quantities = useQuantities(isSetup ? 0 : openReport.started);
  const { arrangedFields } = useArrangedFormFields('workReport', reportFormFields);
  const findFieldSetting = (name: string) => arrangedFields?.find((field) => field.name === name);
  const [chosenReasons, setChosenReasons] = useState<
    Readonly<Partial<Record<BadPieceReasonField, number | null>>>
  >({});
  const getReasonId = (name: BadPieceReasonField): number | null => {
    const initial = findFieldSetting(name)?.initial;
    return chosenReasons[name] ?? (name in chosenReasons || typeof initial !== 'number' ? null : initial);
  };
  const [remark, setRemark] = useState('');
  const { customColumns } = useCustomColumns(entities.workReport);
  const requiredColumns = customColumns.filter(({ attribute }) => attribute === 'required');
  const [textByColumnId, setTextByColumnId] = useState<Readonly<Record<number, string>>>({});
  const badQuantity = addQuantities(quantities.scrap, quantities.rework);
  const totalQuantity = addQuantities(quantities.good, badQuantity);
  const padEntries = usePadEntries(process, worker, quantities, {
    pieces: totalQuantity,
    isRework: openReport.isRework,
    endsWork: true,
    onWrongScan,
  });
  const { entries } = padEntries;
  const isTooShort = getServerTime() - Date.parse(openReport.startedAt) < MIN_REPORT_SECONDS * 1000;
  const reasonFields = BAD_PIECE_REASON_FIELDS.filter(
    ({ name }) => (name === 'scrapReasonId' ? quantities.scrap : badQuantity) > 0,
  );
  // The factory can require a remark, custom columns and the reasons for bad pieces.
  const lacksRequiredField =
    (findFieldSetting('remark')?.required === true && remark.trim() === '') ||
    requiredColumns.some(({ id }) => !textByColumnId[id]?.trim()) ||
    reasonFields.some(({ name }) => findFieldSetting(name)?.required === true && getReasonId(name) === null);
  const buttonTexts = {
    unfinished: isSetup ? t('endSetup') : t('stopUnfinished'),
    finish: t('finishNow', {
      quantity: describePieces(t, quantities.good, quantities.scrap, quantities.rework),
    }),
  };
  const sendReport = (kind: 'unfinished' | 'finish') =>
    onReport({
      path: `/mes/report/${kind}`,
      fields: {
        reportId: openReport.reportId,
        good: quantities.good,
        scrap: quantities.scrap,
        rework: quantities.rework,
        ...Object.fromEntries(reasonFields.map(({ name }) => [name, getReasonId(name)])),
        ...(findFieldSetting('remark')?.required ? { remark } : {}),
        ...(requiredColumns.length > 0 ? { custom: JSON.stringify(textByColumnId) } : {}),
        ...entries.payload,
      },
      messageTerm: kind === 'finish' ? 'finishedDone' : 'unfinishedDone',
      quantity: totalQuantity,
      pressed: buttonTexts[kind],
      undo: 'end',
    });
  return (
    <div className="report-panel">
      <div className="running-head">
        <RunningClock since={openReport.startedAt} />
        <span>{t('runningSince', { at: formatTime(openReport.startedAt, zone) })}</span>
        {openReport.isRework && <span>{t('rework')}</span>}
        {openReport.deviceName && <span>{openReport.deviceName}</span>}
      </div>
      <ReportQuantitiesWithPad
        quantities={padEntries.quantities}
        value={padEntries.value}
        onNext={padEntries.goToNext}
        fields={(openReport.isRework ? FINISH_REWORK_FIELDS : FINISH_QUANTITY_FIELDS).filter(
          ({ name }) => findFieldSetting(name)?.shown ?? true,
        )}
        reasons={
          <div className="bad-reasons">
            <ReportEntriesInput
              entries={entries}
              workerToken={worker.token}
              pad={padEntries.pad}
              onWrongScan={onWrongScan}
            />
            {reasonFields
              .filter(({ name }) => findFieldSetting(name)?.shown ?? true)
              .map(({ name, title, classId }) => (
                <EntityRowButtons
                  key={name}
                  title={title}
                  entity="classification"
                  filter={{ classId }}
                  noneLabel="notSaid"
                  value={getReasonId(name)}
                  workerToken={worker.token}
                  onChange={(id) => setChosenReasons({ ...chosenReasons, [name]: id })}
                />
              ))}
          </div>
        }
      />
      {findFieldSetting('remark')?.required && (
        <label className="floor-remark">
          {t('remark')} *
          <input value={remark} maxLength={500} onChange={(event) => setRemark(event.target.value)} />
        </label>
      )}
      {requiredColumns.map(({ id, name, type }) => (
        <label key={id} className="floor-remark">
          {name} *
          <input
            type={type === 'date' ? 'date' : 'text'}
            inputMode={type === 'number' ? 'decimal' : 'text'}
            value={textByColumnId[id] ?? ''}
            maxLength={499}
            onChange={(event) => setTextByColumnId({ ...textByColumnId, [id]: event.target.value })}
          />
        </label>
      ))}
      {/* The hint keeps its space when it is hidden. Otherwise a button could move just before a touch. */}
      <p className={isTooShort ? 'floor-hint' : 'floor-hint floor-hint-over'}>{t('tooShortYet')}</p>
      <div className="floor-actions">
        {!isSetup && (
          <button
            type="button"
            className="floor-button"
            disabled={busy || isTooShort || lacksRequiredField || entries.missing !== null}
            onClick={() => sendReport('unfinished')}
          >
            {buttonTexts.unfinished}
          </button>
        )}
        <button
          type="button"
          className="floor-button floor-primary"
          disabled={
            busy ||
            isTooShort ||
            lacksRequiredField ||
            entries.missing !== null ||
            (!isSetup && totalQuantity <= 0)
          }
          onClick={() => sendReport(isSetup ? 'unfinished' : 'finish')}
        >
          {busy ? t('sending') : buttonTexts[isSetup ? 'unfinished' : 'finish']}
        </button>
      </div>
    </div>
  );
}
