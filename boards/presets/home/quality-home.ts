import { makeCountRow } from './count-row.ts';
import type { HomeLayout } from './home-preset.ts';

const RANKED_BY_SCRAP = { measure: 'scrapRate', order: 'highest' };

/** The home page of quality engineers: where scrap comes from, and which calls are open. */
export const qualityHome: HomeLayout = [
  {
    h: 6,
    tiles: [
      {
        type: 'figure',
        w: 6,
        settings: { shownFigure: 'scrapRateToday' },
        permission: 'REPORT_FORM_OUTPUT_BY_HOUR',
      },
      {
        type: 'figure',
        w: 6,
        settings: { shownFigure: 'goodToday' },
        permission: 'REPORT_FORM_OUTPUT_BY_HOUR',
      },
      {
        type: 'figure',
        w: 6,
        settings: { shownFigure: 'planAttainment' },
        permission: 'REPORT_FORM_OUTPUT_BY_HOUR',
      },
      {
        type: 'figure',
        w: 6,
        settings: { shownFigure: 'openCalls' },
        permission: 'REPORT_FORM_CALLS_BY_HOUR',
      },
    ],
  },
  makeCountRow(['processesRunning', 'callsOpen', 'devicesInRepair', 'ordersLate']),
  {
    h: 10,
    tiles: [
      {
        type: 'topBottomList',
        w: 7,
        settings: { ...RANKED_BY_SCRAP, rankedBy: 'workGroup' },
        permission: 'REPORT_FORM_RANKING',
      },
      {
        type: 'topBottomList',
        w: 7,
        settings: { ...RANKED_BY_SCRAP, rankedBy: 'device' },
        permission: 'REPORT_FORM_RANKING',
      },
      {
        type: 'outputHeatmap',
        w: 10,
        settings: { heatValue: 'scrap' },
        permission: 'REPORT_FORM_OUTPUT_BY_DAY',
      },
    ],
  },
  {
    h: 9,
    tiles: [
      { type: 'exceptionsWaiting', w: 9, permission: 'REPORT_FORM_EXCEPTIONS_WAITING' },
      { type: 'openCalls', w: 8, permission: 'REPORT_FORM_OPEN_CALLS' },
      { type: 'latestReports', w: 7, permission: 'REPORT_FORM_LATEST_REPORTS' },
    ],
  },
];
