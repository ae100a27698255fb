import { useQuery } from '@tanstack/react-query';
import { useRef, type KeyboardEvent } from 'react';
import type { ParameterTrend } from '#shared/reporting/parameter-trend.ts';
import { findViolatedLimit, type ProductionParameter } from '#shared/reporting/report-entries.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { formatLimits } from './format-limits.ts';
import type { ReportEntries } from './use-report-entries.ts';
import type { ValuePad } from './value-pad.ts';

interface Props {
  entries: ReportEntries;
  parameters: readonly ProductionParameter[];
  workerToken: string | null;
  pad: ValuePad | null;
}

/** Reads the values of earlier reports of the same part and craft. */
export const useParameterTrends = (processId: number, workerToken: string | null = null) =>
  useQuery({
    queryKey: queryKeys.entity('workReport', 'parameterTrends', { processId }),
    queryFn: ({ signal }) =>
      call<ParameterTrend[]>('/mes/report/parameterTrends', { processId }, { signal, workerToken }),
  });

/** On Enter, focuses the next value. After the last value, focuses the button of the form. */
function focusNextOnEnter(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
  const inputs = [
    ...(event.currentTarget.closest('.parameter-entries')?.querySelectorAll<HTMLElement>('input') ?? []),
  ];
  const nextElement =
    inputs[inputs.indexOf(event.currentTarget) + 1] ??
    event.currentTarget.form?.querySelector<HTMLElement>('button[type="submit"]');
  if (!nextElement) return;
  event.preventDefault();
  nextElement.focus();
}

/** Asks for the measured values. A value outside its limits is marked at once, but accepted. */
export function ParameterEntries({ entries, parameters, workerToken, pad }: Props) {
  const t = useT();
  const trends = useParameterTrends(entries.processId, workerToken).data;
  const list = useRef<HTMLDivElement>(null);
  return (
    <div className="parameter-entries" ref={list}>
      {parameters.map((parameter) => {
        const { code, name, unit, required } = parameter;
        const text = entries.texts[code] ?? '';
        const value = Number(text);
        const violatedLimit = text === '' || Number.isNaN(value) ? null : findViolatedLimit(parameter, value);
        const limits = formatLimits(parameter);
        const lastPoint = trends?.find((trend) => trend.code === code)?.points.at(-1);
        const warning =
          violatedLimit &&
          t(violatedLimit.limit === 'upperLimit' ? 'valueAboveLimit' : 'valueBelowLimit', {
            name,
            value: formatNumber(value),
            limit: [formatNumber(violatedLimit.value), unit].filter(Boolean).join(' '),
          });
        const label = (
          <>
            <span className="parameter-name">
              {name}
              {required && <span className="required-mark"> *</span>}
              {unit && <span className="parameter-unit">{unit}</span>}
            </span>
            <span className="parameter-limits">
              {[limits, lastPoint && t('lastValue', { value: formatNumber(lastPoint.value) })]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </>
        );
        return (
          <div key={code} className="parameter-entry" data-outside={violatedLimit !== null}>
            {pad ? (
              <button
                type="button"
                className="parameter-box"
                aria-pressed={pad.active === code}
                onClick={() => pad.onActivate(code)}
              >
                <span className="parameter-label">{label}</span>
                <span className="parameter-value">{text || '—'}</span>
              </button>
            ) : (
              <label className="parameter-box">
                <span className="parameter-label">{label}</span>
                <input
                  className="bp6-input"
                  inputMode="decimal"
                  autoComplete="off"
                  maxLength={20}
                  value={text}
                  aria-describedby={warning ? `parameter-${code}-warning` : undefined}
                  onChange={(event) => entries.setText(code, event.target.value.trim())}
                  onKeyDown={focusNextOnEnter}
                />
              </label>
            )}
            {warning && (
              <p id={`parameter-${code}-warning`} className="parameter-warning" role="alert">
                <span aria-hidden="true">{'▲'}</span> {warning}
              </p>
            )}
          </div>
        );
      })}
    </div>
  );
}
