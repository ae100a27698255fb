import { FileInput } from '@blueprintjs/core';
import { useState } from 'react';
import { choice, number } from '#shared/kernel/fields.ts';
import { OFFICIAL_CALENDARS, type HolidayChanges } from '#shared/rules/holiday-import.ts';
import { call, send } from '#client/kit/wire/call.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useSubmit } from '#client/kit/forms/use-submit.ts';
import { useForm } from '#client/kit/forms/use-form.ts';
import { useT } from '#client/kit/words/t.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';

const IMPORT_FIELDS = {
  country: choice(OFFICIAL_CALENDARS, { required: true, label: 'calendarCountry' }),
  fromYear: number({ required: true, min: 1900, max: 2200, decimals: 0, label: 'fromYear' }),
  toYear: number({ required: true, min: 1900, max: 2200, decimals: 0, label: 'toYear' }),
} as const;
const IMPORT_FORM = { fields: IMPORT_FIELDS };

interface Props {
  year: number;
  onDone: () => void;
  onClose: () => void;
}

/**
 * Imports the days of an official calendar from a file. The first submit shows the changes, and the
 * second submit saves the changes.
 */
export function ImportCalendarDialog({ year, onDone, onClose }: Props) {
  const t = useT();
  const form = useForm(IMPORT_FIELDS, { country: 'CN', fromYear: String(year), toYear: String(year + 1) });
  const [csv, setCsv] = useState<{ name: string; text: string } | null>(null);
  const [changes, setChanges] = useState<{ request: string; holidayChanges: HolidayChanges } | null>(null);
  const request = JSON.stringify([form.values, csv?.name]);
  const shownChanges = changes?.request === request ? changes.holidayChanges : null;

  const { busy, submit } = useSubmit(form, async (values) => {
    if (!csv) return;
    const params = { ...values, csv: csv.text };
    if (!shownChanges) {
      setChanges({
        request,
        holidayChanges: await call<HolidayChanges>('/mes/system/holiday/compare', params),
      });
      return;
    }
    const counts = await send<{ added: number; changed: number }>('/mes/system/holiday/import', params);
    showSuccess(t('calendarImported', counts));
    onDone();
    onClose();
  });
  return (
    <FormDialog
      title={t('importCalendar')}
      subject={t('importCalendarAbout')}
      form={form}
      busy={busy}
      submitText={t(shownChanges ? 'takeOver' : 'whatChanges')}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="field field-wide">
        <span className="field-label">{t('calendarFile')} *</span>
        <FileInput
          fill
          text={csv?.name ?? t('chooseFile')}
          buttonText={t('chooseFile')}
          inputProps={{
            accept: '.csv,text/csv',
            'aria-label': t('calendarFile'),
            onChange: (event) => {
              const file = event.currentTarget.files?.[0];
              if (file) void file.text().then((text) => setCsv({ name: file.name, text }));
            },
          }}
        />
      </div>
      <Field of={IMPORT_FORM} name="country" />
      <Field of={IMPORT_FORM} name="fromYear" />
      <Field of={IMPORT_FORM} name="toYear" />
      {shownChanges && (
        <div className="calendar-changes" role="status">
          <p>
            {t('willAdd', { count: shownChanges.add.length })} ·{' '}
            {t('willChange', { count: shownChanges.change.length })} ·{' '}
            {t('staysSame', { count: shownChanges.same })}
          </p>
          <ul>
            {shownChanges.change.map(({ from, to }) => (
              <li key={to.date}>
                {to.date} {t(from.kind as 'rest')} {from.name} → {t(to.kind)} {to.name}
              </li>
            ))}
            {shownChanges.add.map(({ date, kind, name }) => (
              <li key={date}>
                {date} {t(kind)} {name}
              </li>
            ))}
          </ul>
        </div>
      )}
    </FormDialog>
  );
}
