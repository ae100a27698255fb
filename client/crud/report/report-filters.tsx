import { Button } from '@blueprintjs/core';
import { CrossIcon } from '@blueprintjs/icons';
import { useId } from 'react';
import { getFieldLabel, type Field } from '#shared/kernel/fields.ts';
import type { ReportDescriptor } from '#shared/kernel/report.ts';
import { CellInput } from '#client/kit/fields/cell-input.tsx';
import { useT } from '#client/kit/words/t.ts';
import { PeriodButton } from './period-button.tsx';

interface Props {
  report: ReportDescriptor;
  params: Readonly<Record<string, string>>;
  onChange: (params: Record<string, string>) => void;
}

const toInputValue = (field: Field, text: string | undefined): unknown => {
  if (text === undefined) return field.initial ?? null;
  return field.kind === 'ref' ? Number(text) : text;
};

/** Shows the inputs for the parameters of a report in one row. The period comes first. */
export function ReportFilters({ report, params, onChange }: Props) {
  const t = useT();
  const id = useId();
  const changeParams = (changes: Record<string, string>) =>
    onChange(
      Object.fromEntries(Object.entries({ ...params, ...changes }).filter(([, value]) => value !== '')),
    );
  const otherParameters = Object.entries(report.parameters).filter(
    ([name]) =>
      (!report.period || (name !== 'from' && name !== 'to')) &&
      (name in params || !report.linkParameters?.includes(name)),
  );
  return (
    <div className="filter-bar report-filters" role="search">
      {report.period && (
        <PeriodButton
          period={report.period}
          from={params['from'] ?? ''}
          to={params['to'] ?? ''}
          onChange={(from, to) => changeParams({ from, to })}
        />
      )}
      {otherParameters.map(([name, field]) => (
        <div key={name} className={`report-parameter report-${field.kind}`}>
          <label htmlFor={`${id}-${name}`}>{t(getFieldLabel(name, field))}</label>
          <CellInput
            field={{ ...field, required: false }}
            id={`${id}-${name}`}
            value={toInputValue(field, params[name])}
            onChange={(value) =>
              changeParams({ [name]: value === null || value === undefined ? '' : String(value) })
            }
          />
        </div>
      ))}
      {Object.keys(params).length > 0 && (
        <Button
          variant="minimal"
          icon={<CrossIcon />}
          text={t('clearFilters')}
          onClick={() => onChange({})}
        />
      )}
    </div>
  );
}
