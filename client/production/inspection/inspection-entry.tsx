import { Button } from '@blueprintjs/core';
import { useEffect, useRef, useState } from 'react';
import type { InspectionState } from '#shared/machines/inspection.ts';
import type { InspectedCharacteristic, InspectionDetail } from '#shared/quality/inspection.ts';
import { findViolatedLimit } from '#shared/reporting/report-entries.ts';
import { getStateStyle } from '#client/kit/elements/state-style.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { NumberPad } from '#client/kit/number-pad/number-pad.tsx';
import { call } from '#client/kit/wire/call.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { PictureInput } from '../calls/picture-input.tsx';
import { formatLimits } from '../reporting/entries/format-limits.ts';
import { ChosenGauge, GaugePicker } from './gauge-picker.tsx';
import { parseReading } from './parse-reading.ts';
import { SamplePieces } from './sample-pieces.tsx';
import { SerialGauge } from './serial-gauge.tsx';
import { useGauges } from './use-gauges.ts';
import { useInspectionCall } from './use-inspection.ts';
import { useValueEntry } from './use-value-entry.ts';
import '#client/kit/look/inbox.css';
import './inspection.css';

interface Props {
  detail: InspectionDetail;
  workerToken?: string | null;
  /** Called after the inspection was concluded. */
  onConcluded?: (state: InspectionState) => void;
}

/** Formats the target and the limits of a measured value, such as '20 (19.95 – 20.05) mm'. */
function formatTarget({ nominal, unit, ...limits }: InspectedCharacteristic): string {
  const range = formatLimits(limits);
  const target = nominal === null ? range : [formatNumber(nominal), range && `(${range})`].join(' ');
  return [target, unit].filter(Boolean).join(' ');
}

/**
 * Lets people who wear gloves enter the values of an inspection, with a number pad or with two large buttons.
 * After each value, the next characteristic is shown. Keyboards and gauges that type also work, because the
 * input keeps the focus.
 */
export function InspectionEntry({ detail, workerToken = null, onConcluded }: Props) {
  const t = useT();
  const entry = useValueEntry(detail, workerToken);
  const gauges = useGauges(detail, workerToken);
  const { sendCall, busy, refusal } = useInspectionCall(workerToken);
  const [text, setText] = useState('');
  const [pictureId, setPictureId] = useState<number | null>(null);
  const [isUploading, setUploading] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const judgementGroup = useRef<HTMLDivElement>(null);
  const { place, characteristic, current: currentValue } = entry;
  const placeKey = place ? `${place.seq} ${place.sampleNumber}` : '';
  const needsGauge = characteristic !== null && gauges.isGaugeMissing(characteristic);
  const gauge = characteristic && gauges.findChosenGauge(characteristic);
  useEffect(() => {
    setText('');
    // A judgement has no input. The group of its buttons gets the focus, so that an Enter key sent by a gauge
    // presses no button.
    (input.current ?? judgementGroup.current)?.focus();
  }, [placeKey, needsGauge]);

  /** Handles a typed text, or a text from a gauge: a measured value, or the code of another gauge. */
  const handleReading = (reading: string) => {
    if (reading === '' || characteristic?.kind !== 'measured' || needsGauge) return;
    // People may scan another gauge instead of a value. The code of a gauge can end with digits, so the text
    // is compared with the codes before it is read as a number.
    const scannedGauge = gauges.findScannedGauge(characteristic, reading);
    const value = parseReading(reading);
    if (scannedGauge && gauges.mayChoose(scannedGauge)) gauges.choose(scannedGauge);
    else if (scannedGauge || value === null) entry.setProblem(t('wrongReading', { text: reading }));
    else entry.enter({ value }, gauge);
    setText('');
  };
  const enterTypedText = () => handleReading(text);
  const isFailed = entry.badCount > detail.acceptNumber;
  const conclude = async () => {
    await entry.waitUntilSent();
    const { version } = await call<InspectionDetail>(
      '/mes/quality/testing/detail',
      { id: detail.id },
      { workerToken },
    );
    const fields = { id: detail.id, version, picture: pictureId };
    const answer = await sendCall<{ state: InspectionState }>('conclude', fields);
    if (!answer) return;
    showSuccess(t('inspectionConcluded', { code: detail.code, state: t(answer.state) }));
    onConcluded?.(answer.state);
  };
  const typedValue = parseReading(text);
  const violatedLimit =
    characteristic && typedValue !== null ? findViolatedLimit(characteristic, typedValue) : null;
  return (
    <section className="inspection-entry" aria-label={detail.code}>
      <SamplePieces detail={detail} values={entry.values} place={place} onChoose={entry.choose} />
      <div className="inspection-body">
        <ol className="inspection-characteristics" aria-label={t('characteristics')}>
          {detail.characteristics
            .filter(({ sampleCount }) => (place?.sampleNumber ?? 1) <= sampleCount)
            .map((listedCharacteristic) => {
              const sampleNumber = place?.sampleNumber ?? 1;
              const value = entry.values.find(
                (candidate) =>
                  candidate.seq === listedCharacteristic.seq && candidate.sampleNumber === sampleNumber,
              );
              const style = value && getStateStyle(value.isOk ? 'judgedOk' : 'judgedNotOk');
              return (
                <li key={listedCharacteristic.seq}>
                  <button
                    type="button"
                    aria-pressed={place?.seq === listedCharacteristic.seq}
                    onClick={() => entry.choose({ seq: listedCharacteristic.seq, sampleNumber })}
                  >
                    <span className="inbox-what">
                      <strong>{listedCharacteristic.name}</strong>
                      <span>
                        {[
                          listedCharacteristic.kind === 'measured'
                            ? formatTarget(listedCharacteristic)
                            : t('judged'),
                          listedCharacteristic.tool,
                          listedCharacteristic.method,
                        ]
                          .filter(Boolean)
                          .join(' · ')}
                      </span>
                    </span>
                    {value && style && (
                      <span className={`inspection-value state-${style.tone}`}>
                        <span aria-hidden="true">{style.shape}</span>{' '}
                        {value.value === null
                          ? t(value.isOk ? 'judgedOk' : 'judgedNotOk')
                          : formatNumber(value.value)}
                      </span>
                    )}
                  </button>
                </li>
              );
            })}
        </ol>
        <div className="inspection-input">
          {characteristic && place && (
            <h3>
              {characteristic.name}{' '}
              <span>{t('pieceOf', { number: place.sampleNumber, count: detail.sampleCount })}</span>
            </h3>
          )}
          {needsGauge && <GaugePicker key={placeKey} characteristic={characteristic} gauges={gauges} />}
          {gauge && <ChosenGauge characteristic={characteristic} gauges={gauges} />}
          {characteristic?.kind === 'measured' && !needsGauge && (
            <>
              <input
                ref={input}
                className="inspection-reading"
                inputMode="none"
                autoComplete="off"
                maxLength={40}
                value={text}
                placeholder={
                  typeof currentValue?.value === 'number'
                    ? formatNumber(currentValue.value)
                    : t('typeOrGauge')
                }
                aria-label={characteristic.name}
                data-outside={violatedLimit !== null}
                onChange={(event) => setText(event.target.value)}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter') return;
                  event.preventDefault();
                  enterTypedText();
                }}
              />
              {violatedLimit && (
                <p className="inspection-problem" role="alert">
                  <span aria-hidden="true">{'▲'}</span> {t('outsideLimits')} · {formatTarget(characteristic)}
                </p>
              )}
              {/* The keys leave the focus in the input, so that a gauge can type at any time. */}
              <div role="presentation" onMouseDown={(event) => event.preventDefault()}>
                <NumberPad
                  value={text}
                  replacesText={false}
                  isSigned={(characteristic.lowerLimit ?? -1) < 0}
                  decimals={characteristic.decimals}
                  onNext={enterTypedText}
                  onChange={setText}
                />
              </div>
            </>
          )}
          {characteristic?.kind === 'judged' && !needsGauge && (
            <div
              ref={judgementGroup}
              className="inspection-judgement"
              role="group"
              tabIndex={-1}
              aria-label={characteristic.name}
            >
              {(['judgedOk', 'judgedNotOk'] as const).map((judgement) => (
                <button
                  key={judgement}
                  type="button"
                  className={`state-${getStateStyle(judgement).tone}`}
                  onClick={() => entry.enter({ judgement }, gauge)}
                >
                  <span aria-hidden="true">{getStateStyle(judgement).shape}</span> {t(judgement)}
                </button>
              ))}
            </div>
          )}
          {detail.characteristics.some(({ kind }) => kind === 'measured') && (
            <SerialGauge onReading={handleReading} />
          )}
          {(entry.problem ?? refusal) && (
            <p className="inspection-problem" role="alert">
              {entry.problem ?? refusal}
            </p>
          )}
        </div>
      </div>
      <footer className="inspection-end">
        <p role="status">
          {entry.missingPlaces.length === 0
            ? t('allValuesEntered')
            : t('valuesLeft', { count: entry.missingPlaces.length })}{' '}
          · {t('badOfAccepted', { bad: entry.badCount, accept: detail.acceptNumber })}
        </p>
        <PictureInput workerToken={workerToken} onChange={setPictureId} onBusy={setUploading} />
        <Button
          size="large"
          intent={isFailed ? 'danger' : 'primary'}
          loading={busy}
          disabled={isUploading || (!isFailed && entry.missingPlaces.length > 0)}
          text={t(isFailed ? 'concludeFailed' : 'concludePassed')}
          onClick={() => void conclude()}
        />
      </footer>
    </section>
  );
}
