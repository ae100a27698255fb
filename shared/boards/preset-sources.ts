import type { SourceName } from '#shared/kernel/wire.ts';
import type { BoardPreset } from './preset-names.ts';

const MAIN_HALL_SOURCES: readonly SourceName[] = [
  { path: '/mes/form/planActualToday', params: {} },
  { path: '/mes/form/currentShift', params: {} },
  { path: '/mes/form/openCalls', params: {} },
  { path: '/mes/form/orderProgress', params: {} },
  { path: '/mes/form/deviceStates', params: {} },
  { path: '/mes/form/outputByGroup', params: {} },
  { path: '/mes/form/latestReports', params: { limit: '20' } },
];

/**
 * The sources of the tiles of each preset. The server needs them, because it has no code of widgets: a paired screen
 * may watch exactly the sources of its boards. A contract test compares them with the tiles.
 */
export const PRESET_SOURCES: Readonly<Record<BoardPreset, readonly SourceName[]>> = {
  mainHall: MAIN_HALL_SOURCES,
  mainHallUpright: MAIN_HALL_SOURCES,
  workshopAndon: [
    { path: '/mes/form/openCalls', params: {} },
    { path: '/mes/form/deviceStates', params: {} },
    { path: '/mes/form/planActualToday', params: {} },
    { path: '/mes/form/currentShift', params: {} },
  ],
  shiftProgress: [
    { path: '/mes/form/outputByHour', params: { period: 'today' } },
    { path: '/mes/form/outputByHour', params: { period: 'today' } },
    { path: '/mes/form/deviceTimeline', params: {} },
    { path: '/mes/form/stopPareto', params: { period: 'lastSevenDays' } },
  ],
  orderOverview: [
    { path: '/mes/form/orderSchedule', params: {} },
    { path: '/mes/form/processKanban', params: { cardsShow: 'process', limit: '40' } },
  ],
  qualityRoom: [
    { path: '/mes/form/firstPassYieldByDay', params: { days: '14' } },
    { path: '/mes/form/lastComplaint', params: {} },
    { path: '/mes/form/exceptionsWaiting', params: {} },
    { path: '/mes/form/lateMeasures', params: {} },
    { path: '/mes/form/defectPareto', params: { by: 'errorClass', days: '30' } },
    { path: '/mes/form/openAlarms', params: {} },
  ],
  planningOffice: [
    { path: '/mes/form/machineSchedule', params: { hours: '24' } },
    { path: '/mes/form/lateOrders', params: {} },
    {
      path: '/mes/form/capacityLoad',
      params: { capacityAxis: 'deviceHours', loadStep: 'loadByDay', periodCount: '14' },
    },
    { path: '/mes/form/groupQueue', params: { limit: '60' } },
    { path: '/mes/form/planAdherence', params: {} },
  ],
};

/** The source of the open calls, which a playlist watches to show the board for calls. */
export const OPEN_CALLS_SOURCE: SourceName = { path: '/mes/form/openCalls', params: {} };

/** The source of the alarms that every wall shows. */
export const OPEN_ALARMS_SOURCE: SourceName = { path: '/mes/form/openAlarms', params: {} };
