import { useState } from 'react';
import { addQuantities } from '#shared/ledger/quantity.ts';
import { MIN_REPORT_SECONDS } from '#shared/rules/report-limits.ts';
import type { TerminalProcess } from '#shared/answers/terminal.ts';
import { entities } from '#shared/entities/index.ts';
import { reportFormFields } from '#shared/entities/report-form-fields.ts';
import { useCustomColumns } from '#client/crud/columns/use-custom-columns.ts';
import { useArrangedFormFields } from '#client/kit/forms/use-arranged-form.ts';
import { formatTime } from '#client/kit/words/formats.ts';
import { getServerTime } from '#client/kit/live/live.ts';
import { RunningClock } from '#client/production/running-clock.tsx';
import { useT } from '#client/kit/words/t.ts';
import { useServerTime } from '#client/kit/live/use-server-time.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { describePieces } from './numbers/describe-pieces.ts';
import { EntityRowButtons } from './row-buttons.tsx';
import type { IdentifiedPerson } from './identified-people.ts';
import { ReportQuantitiesWithPad, type QuantityField } from './numbers/report-numbers.tsx';
import type { ReportCommand } from './use-report-command.ts';
import { useQuantities } from './numbers/use-quantities.ts';
import './numbers/bad-reasons.css';
import './work-panel.css';

interface Props {
  process: TerminalProcess;
  worker: IdentifiedPerson;
  busy: boolean;
  onReport: (reporting: ReportCommand) => void;
}

const FINISH_QUANTITY_FIELDS: readonly QuantityField[] = [
  { name: 'good', label: 'good', tone: 'good' },
  { name: 'scrap', label: 'scrap', tone: 'bad' },
  { name: 'rework', label: 'rework' },
];

/** The kinds of reasons that a person can choose for bad pieces. */
const BAD_PIECE_REASON_FIELDS = [
  { name: 'errorClassId', title: 'errorClass', classId: 'errorClass' },
  { name: 'scrapReasonId', title: 'scrapReason', classId: 'scrapReason' },
] as const;
type BadPieceReasonField = (typeof BAD_PIECE_REASON_FIELDS)[number]['name'];

/** Ends the worker's running report. By default all started pieces are good, except after a setup. */
export function FinishPanel({ process, worker, busy, onReport }: Props) {
  const t = useT();
  const zone = useTimeZone();
  useServerTime(1000);
  const openReport = process.open.find((one) =>
    one.people.some((person) => person.employeeId === worker.employeeId),
  );
  const setup = openReport?.phase === 'preparation';
  // The default good quantity of a setup is 0, because a setup usually produces no pieces.
  const q = useQuantities(setup ? 0 : (openReport?.started ?? 0));
  const { arranged } = useArrangedFormFields('workReport', reportFormFields);
  const wish = (name: string) => arranged?.find((one) => one.name === name);
  const [chosen, setChosen] = useState<Readonly<Partial<Record<BadPieceReasonField, number | null>>>>({});
  const reasonOf = (name: BadPieceReasonField): number | null => {
    const initial = wish(name)?.initial;
    return chosen[name] ?? (name in chosen || typeof initial !== 'number' ? null : initial);
  };
  const [remark, setRemark] = useState('');
  const { customs } = useCustomColumns(entities.workReport);
  const requiredColumns = customs.filter(({ attribute }) => attribute === 'required');
  const [typed, setTyped] = useState<Readonly<Record<number, string>>>({});
  if (!openReport) return null;
  const bad = addQuantities(q.scrap, q.rework);
  const total = addQuantities(q.good, bad);
  const isTooShort = getServerTime() - Date.parse(openReport.startedAt) < MIN_REPORT_SECONDS * 1000;
  const reasons = BAD_PIECE_REASON_FIELDS.filter(
    ({ name }) => (name === 'scrapReasonId' ? q.scrap : bad) > 0,
  );
  // The factory can require a remark, custom columns and the reasons for bad pieces.
  const lacks =
    (wish('remark')?.required === true && remark.trim() === '') ||
    requiredColumns.some(({ id }) => !typed[id]?.trim()) ||
    reasons.some(({ name }) => wish(name)?.required === true && reasonOf(name) === null);
  const words = {
    unfinished: setup ? t('endSetup') : t('stopUnfinished'),
    finish: t('finishNow', { quantity: describePieces(t, q.good, q.scrap, q.rework) }),
  };
  const report = (kind: 'unfinished' | 'finish') =>
    onReport({
      path: `/mes/report/${kind}`,
      fields: {
        reportId: openReport.reportId,
        good: q.good,
        scrap: q.scrap,
        rework: q.rework,
        ...Object.fromEntries(reasons.map(({ name }) => [name, reasonOf(name)])),
        ...(wish('remark')?.required ? { remark } : {}),
        ...(requiredColumns.length > 0 ? { custom: JSON.stringify(typed) } : {}),
      },
      says: kind === 'finish' ? 'finishedDone' : 'unfinishedDone',
      quantity: total,
      pressed: words[kind],
      undo: 'end',
    });
  return (
    <div className="report-panel">
      <div className="running-head">
        <RunningClock since={openReport.startedAt} />
        <span>{t('runningSince', { at: formatTime(openReport.startedAt, zone) })}</span>
        {openReport.deviceName && <span>{openReport.deviceName}</span>}
      </div>
      <ReportQuantitiesWithPad
        quantities={q}
        fields={FINISH_QUANTITY_FIELDS.filter(({ name }) => wish(name)?.shown ?? true)}
        reasons={
          <div className="bad-reasons">
            {reasons
              .filter(({ name }) => wish(name)?.shown ?? true)
              .map(({ name, title, classId }) => (
                <EntityRowButtons
                  key={name}
                  title={title}
                  entity="classification"
                  filter={{ classId }}
                  none="notSaid"
                  value={reasonOf(name)}
                  as={worker.token}
                  onChange={(id) => setChosen({ ...chosen, [name]: id })}
                />
              ))}
          </div>
        }
      />
      {wish('remark')?.required && (
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
            value={typed[id] ?? ''}
            maxLength={499}
            onChange={(event) => setTyped({ ...typed, [id]: event.target.value })}
          />
        </label>
      ))}
      {isTooShort && <p className="floor-hint">{t('tooShortYet')}</p>}
      <div className="floor-actions">
        {!setup && (
          <button
            type="button"
            className="floor-button"
            disabled={busy || isTooShort || lacks}
            onClick={() => report('unfinished')}
          >
            {words.unfinished}
          </button>
        )}
        <button
          type="button"
          className="floor-button floor-primary"
          disabled={busy || isTooShort || lacks || (!setup && total <= 0)}
          onClick={() => report(setup ? 'unfinished' : 'finish')}
        >
          {busy ? t('sending') : words[setup ? 'unfinished' : 'finish']}
        </button>
      </div>
    </div>
  );
}
