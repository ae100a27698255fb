/** The names of the boards that ship with the product. Each name is the key of its title. */
export const BOARD_PRESETS = [
  'mainHall',
  'mainHallUpright',
  'workshopAndon',
  'shiftProgress',
  'orderOverview',
  'qualityRoom',
  'planningOffice',
] as const;
export type BoardPreset = (typeof BOARD_PRESETS)[number];

/** The addresses of the two large screens, by the name of the screen. */
export const LARGE_SCREEN_PATHS = {
  largeScreen1: '/largeScreenReportForm',
  largeScreen2: '/largeScreenReportForm1',
} as const;
export const LARGE_SCREENS = [
  'largeScreen1',
  'largeScreen2',
] as const satisfies readonly (keyof typeof LARGE_SCREEN_PATHS)[];
export type LargeScreen = (typeof LARGE_SCREENS)[number];

/** The preset that a large screen shows until the factory chooses a board or a preset for the screen. */
export const DEFAULT_PRESET_BY_SCREEN: Readonly<Record<LargeScreen, BoardPreset>> = {
  largeScreen1: 'mainHall',
  largeScreen2: 'workshopAndon',
};
