import type { BoardPreset } from '#shared/boards/preset-names.ts';
import { mainHallPortraitPreset } from './main-hall-upright.ts';
import { mainHallPreset } from './main-hall.ts';
import { orderOverviewPreset } from './order-overview.ts';
import { planningOfficePreset } from './planning-office.ts';
import type { Preset } from './preset.ts';
import { qualityRoomPreset } from './quality-room.ts';
import { shiftProgressPreset } from './shift-progress.ts';
import { workshopAndonPreset } from './workshop-andon.ts';

export const presets: Readonly<Record<BoardPreset, Preset>> = {
  mainHall: mainHallPreset,
  mainHallUpright: mainHallPortraitPreset,
  workshopAndon: workshopAndonPreset,
  shiftProgress: shiftProgressPreset,
  orderOverview: orderOverviewPreset,
  qualityRoom: qualityRoomPreset,
  planningOffice: planningOfficePreset,
};

/** The presets for portrait screens, by the landscape preset that they replace there. */
const PORTRAIT_PRESETS: Readonly<Partial<Record<BoardPreset, BoardPreset>>> = { mainHall: 'mainHallUpright' };

/** Returns the preset that a portrait screen shows instead of a preset; undefined if there is none. */
export const findPortraitPreset = (name: BoardPreset): Preset | undefined => {
  const portraitName = PORTRAIT_PRESETS[name];
  return portraitName && presets[portraitName];
};
