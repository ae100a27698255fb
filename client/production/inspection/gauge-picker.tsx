import { useEffect, useRef, useState } from 'react';
import type { OfferedGauge } from '#shared/quality/gauge.ts';
import type { InspectedCharacteristic } from '#shared/quality/inspection.ts';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { useT } from '#client/kit/words/t.ts';
import type { Gauges } from './use-gauges.ts';

interface Props {
  characteristic: InspectedCharacteristic;
  gauges: Gauges;
}

/** Shows the gauge that is chosen for a characteristic, with a button to choose another gauge. */
export function ChosenGauge({ characteristic, gauges }: Props) {
  const t = useT();
  const gauge = gauges.findChosenGauge(characteristic);
  if (!gauge) return null;
  return (
    <p className="inspection-gauge">
      <span>
        {characteristic.gaugeKindName} <strong>{gauge.code}</strong>{' '}
        {gauge.problem ? (
          <StateMark state={gauge.problem} />
        ) : (
          gauge.dueOn && <span>{t('gaugeDue', { day: gauge.dueOn })}</span>
        )}
      </span>
      <button
        type="button"
        className="bp6-button bp6-large"
        onClick={() => gauges.forgetGauge(characteristic)}
      >
        {t('changeGauge')}
      </button>
    </p>
  );
}

/**
 * Asks with which gauge a characteristic is measured. The user scans the barcode of a gauge or presses its
 * button. For a gauge that is not fit, a message gives the reason.
 */
export function GaugePicker({ characteristic, gauges }: Props) {
  const t = useT();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus();
  }, []);
  const offeredGauges = gauges.listOfferedGauges(characteristic);
  const kind = characteristic.gaugeKindName ?? '';
  const choose = (gauge: OfferedGauge) => {
    if (gauges.mayChoose(gauge)) gauges.choose(gauge);
    else
      setProblem(
        t('error.gaugeUnfit', {
          code: gauge.code,
          problem: t(gauge.problem!),
          dueOn: gauge.dueOn ?? '—',
        }),
      );
  };
  const handleScan = () => {
    if (text.trim() === '') return;
    const gauge = gauges.findScannedGauge(characteristic, text);
    setText('');
    if (gauge) choose(gauge);
    else setProblem(t('unknownGauge', { code: text.trim(), kind }));
  };
  return (
    <div className="inspection-gauges">
      <label>
        <strong>{t('chooseGauge', { kind })}</strong>
        <input
          ref={input}
          className="inspection-reading"
          inputMode="none"
          autoComplete="off"
          maxLength={200}
          value={text}
          placeholder={t('scanGauge')}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            handleScan();
          }}
        />
      </label>
      {problem && (
        <p className="inspection-problem" role="alert">
          {problem}
        </p>
      )}
      {offeredGauges?.length === 0 && <p>{t('noGauges')}</p>}
      <ul>
        {offeredGauges?.map((gauge) => (
          <li key={gauge.id}>
            <button type="button" aria-disabled={!gauges.mayChoose(gauge)} onClick={() => choose(gauge)}>
              <strong>{gauge.code}</strong>
              <span>{[gauge.name, gauge.location].filter(Boolean).join(' · ')}</span>
              {gauge.problem && <StateMark state={gauge.problem} />}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
