import type { HomePreset } from '#shared/boards/home-presets.ts';
import { groupHeadHome } from './group-head-home.ts';
import type { HomeLayout } from './home-preset.ts';
import { managerHome } from './manager-home.ts';
import { plannerHome } from './planner-home.ts';
import { qualityHome } from './quality-home.ts';
import { workerHome } from './worker-home.ts';

export const homeLayouts: Readonly<Record<HomePreset, HomeLayout>> = {
  managerHome,
  plannerHome,
  qualityHome,
  groupHeadHome,
  workerHome,
};
