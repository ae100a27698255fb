import { choice, number, ref, refs, text } from '#shared/kernel/fields.ts';
import { PRODUCTION, SIGNED_IN } from '#shared/kernel/permissions.ts';
import { CLASS_IDS } from '#shared/rules/classifications.ts';
import { GUIDE_AREAS } from '#shared/answers/guide.ts';
import { CALENDARS } from '#shared/rules/holiday-import.ts';
import { JOB_NAMES } from '#shared/answers/jobs.ts';
import { command, query, type Route } from '../../call/route.ts';
import { arrangeValues } from '../classification/arrange-values.ts';
import { compareOfficial, importHolidays } from '../holiday/import-holidays.ts';
import { jobRuns, jobStatus, requestJob } from '../job/jobs.ts';
import { setOfflinePassword } from '../offline/offline-password.ts';
import { officialDays } from '../holiday/official-days.ts';
import { readCustomForm } from '../custom-form/read-custom-form.ts';
import { readGuide } from '../guide-book/read-guide.ts';
import { tryConnection } from '../offline/try-connection.ts';

/** Longest calendar file, in characters. */
const MAX_CALENDAR = 500_000;

const calendar = {
  csv: text({ required: true, max: MAX_CALENDAR, label: 'calendarFile' }),
  country: choice(CALENDARS, { required: true, label: 'calendarCountry' }),
  fromYear: number({ required: true, min: 1900, max: 2200, decimals: 0, label: 'fromYear' }),
  toYear: number({ required: true, min: 1900, max: 2200, decimals: 0, label: 'toYear' }),
} as const;

const yearsBetween = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);

const job = choice(JOB_NAMES, { required: true });

/** What the settings do beside keeping rows. */
export const settingsRoutes: Route[] = [
  query({
    path: '/mes/guide/read',
    permission: SIGNED_IN,
    input: { area: choice(GUIDE_AREAS, { required: true, label: 'guideArea' }) },
    run: ({ db, user, lang, input }) => readGuide(db, user.factoryId, input.area, lang),
  }),
  query({
    path: '/mes/customRecord/sheet',
    permission: PRODUCTION,
    input: { customFormId: ref('customForm', { required: true }) },
    run: ({ db, user, input }) => readCustomForm(db, user.factoryId, input.customFormId),
  }),
  query({
    path: '/mes/system/holiday/compare',
    permission: 'SYSTEM_HOLIDAY_SETTING',
    input: calendar,
    run: ({ db, user, input: { csv, country, fromYear, toYear } }) =>
      compareOfficial(db, user.factoryId, officialDays(csv, country, yearsBetween(fromYear, toYear))),
  }),
  command({
    path: '/mes/system/holiday/import',
    permission: 'SYSTEM_HOLIDAY_SETTING_MODIFY',
    input: calendar,
    run: ({ work, user, input: { csv, country, fromYear, toYear } }) =>
      importHolidays(work, user, officialDays(csv, country, yearsBetween(fromYear, toYear))),
  }),
  command({
    path: '/mes/system/classify/arrange',
    permission: 'SYSTEM_CLASSIFY_MODIFY',
    input: {
      classId: choice(CLASS_IDS, { required: true, label: 'classKind' }),
      ids: refs('classification', { max: 500, label: 'rows' }),
    },
    run: ({ work, input }) => arrangeValues(work, input.classId, input.ids),
  }),
  query({
    path: '/mes/system/job/status',
    permission: 'SYSTEM_JOB',
    input: {},
    run: async ({ db }) => ({ rows: await jobStatus(db) }),
  }),
  query({
    path: '/mes/system/job/history',
    permission: 'SYSTEM_JOB',
    input: { job },
    run: async ({ db, input }) => ({ rows: await jobRuns(db, input.job) }),
  }),
  command({
    path: '/mes/system/job/run',
    permission: 'SYSTEM_JOB_MODIFY',
    input: { job },
    run: ({ work, input }) => requestJob(work, input.job),
  }),
  command({
    path: '/mes/system/offlineFile/password',
    permission: 'SYSTEM_OFFLINE_FILE_MODIFY',
    input: {
      id: ref('offlineFileSetting', { required: true, label: 'offlineFileSetting' }),
      version: number({ required: true, min: 1, max: 2_000_000_000, decimals: 0 }),
      password: text({ max: 200, label: 'password' }),
    },
    run: ({ work, installation, input }) => setOfflinePassword(work, installation, input),
  }),
  query({
    path: '/mes/system/offlineFile/try',
    permission: 'SYSTEM_OFFLINE_FILE_MODIFY',
    input: { id: ref('offlineFileSetting', { required: true, label: 'offlineFileSetting' }) },
    run: ({ db, user, input }) => tryConnection(db, user.factoryId, input.id),
  }),
];
