import { Button, Menu, MenuItem } from '@blueprintjs/core';
import { CalendarIcon, CaretDownIcon, SmallTickIcon } from '@blueprintjs/icons';
import { useId } from 'react';
import type { Field } from '#shared/kernel/fields.ts';
import type { ReportPeriodLimits } from '#shared/kernel/report.ts';
import { useToday } from '#client/kit/live/use-server-clock.ts';
import { DropDown } from '#client/kit/elements/drop-down.tsx';
import { DateInput } from '#client/kit/fields/date-input.tsx';
import { useT } from '#client/kit/words/t.ts';
import { PERIOD_PRESETS, getPresetPeriod } from './report-rows.ts';

interface Props {
  period: ReportPeriodLimits;
  from: string;
  to: string;
  /** Called with '' and '' to restore the report's default period. */
  onChange: (from: string, to: string) => void;
}

const DAY_FIELD: Field = { kind: 'date', required: false, unique: false };

/** Chooses the period of a report: a preset period, or a first and a last day. */
export function PeriodButton({ period, from, to, onChange }: Props) {
  const t = useT();
  const id = useId();
  const today = useToday();
  const presets = PERIOD_PRESETS.map((preset) => ({ words: t(preset), ...getPresetPeriod(preset, today) }));
  const defaultText = t('rangeDays', { count: period.days });
  const chosenPreset = presets.find((preset) => preset.from === from && preset.to === to);
  const words =
    from === '' && to === ''
      ? defaultText
      : (chosenPreset?.words ?? (from === to ? from : `${from || '…'} – ${to || '…'}`));
  const renderMark = (isChosen: boolean) => (isChosen ? <SmallTickIcon /> : <span className="menu-gap" />);
  const content = (
    <div className="period-popover">
      <Menu>
        <MenuItem
          icon={renderMark(from === '' && to === '')}
          text={defaultText}
          onClick={() => onChange('', '')}
        />
        {presets.map((preset) => (
          <MenuItem
            key={preset.words}
            icon={renderMark(preset === chosenPreset)}
            text={preset.words}
            onClick={() => onChange(preset.from, preset.to)}
          />
        ))}
      </Menu>
      <div className="filter-range" role="group" aria-label={t('ownPeriod')}>
        {(['from', 'to'] as const).map((end) => (
          <div key={end}>
            <label htmlFor={`${id}-${end}`}>{t(end === 'from' ? 'rangeFrom' : 'rangeTo')}</label>
            <DateInput
              field={DAY_FIELD}
              id={`${id}-${end}`}
              value={(end === 'from' ? from : to) || null}
              onChange={(next) => {
                const day = typeof next === 'string' ? next : '';
                onChange(end === 'from' ? day : from, end === 'to' ? day : to);
              }}
            />
          </div>
        ))}
      </div>
    </div>
  );
  return (
    <DropDown edge="start" isDialog content={content}>
      <Button
        className="period-button"
        icon={<CalendarIcon />}
        endIcon={<CaretDownIcon />}
        text={words}
        aria-label={`${t('period')}: ${words}`}
      />
    </DropDown>
  );
}
