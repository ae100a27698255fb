import type { PairingAnswer, WallAnswer } from '#shared/answers/boards/wall.ts';
import { PRESET_SOURCES } from '#shared/boards/preset-sources.ts';
import type { PermissionCode } from '#shared/kernel/permissions.ts';
import { reportDescriptors } from '#server/reports/index.ts';
import type { Entity } from '#shared/entities/index.ts';
import { makeUniqueText } from './makers.ts';
import type { Caller, TestServer } from './wire-server.ts';

/** The permissions of somebody who may pair screens that show the preset of the main hall. */
export const MANAGER_PERMISSIONS: readonly PermissionCode[] = [
  'SCREEN_MANAGE',
  ...reportDescriptors
    .filter(({ path }) => PRESET_SOURCES.mainHall.some((source) => source.path === path))
    .map(({ permission }) => permission as PermissionCode),
];

export type ScreenRow = Entity<'wallScreen'>;

/** The browser of a wall screen. The token of its caller is valid only after the pairing. */
export interface WallBrowser {
  caller: Caller;
  code: string;
}

/** Opens a browser that shows a pairing code. */
export async function openWallBrowser(server: TestServer, ip = '127.0.0.1'): Promise<WallBrowser> {
  const caller = server.caller(ip);
  const answer = await caller.call<PairingAnswer>('/mes/wall/pairing');
  if (answer.code === null || answer.token === null) throw new Error('No new pairing code');
  caller.token = answer.token;
  return { caller, code: answer.code };
}

/** Adds a screen to the registry. */
export const addScreen = (manager: Caller, values: Record<string, unknown> = {}): Promise<ScreenRow> =>
  manager.send<ScreenRow>('/mes/screen/save', { name: makeUniqueText('Screen'), ...values });

/** Adds a screen to the registry and pairs a new browser with it. */
export async function pairNewScreen(
  server: TestServer,
  manager: Caller,
  values: Record<string, unknown> = {},
): Promise<{ row: ScreenRow; wall: Caller }> {
  const row = await addScreen(manager, values);
  const { caller, code } = await openWallBrowser(server);
  await manager.send('/mes/screen/pair', { screenId: row.id, code });
  return { row, wall: caller };
}

export const readWallAnswer = (wall: Caller): Promise<WallAnswer> => wall.call<WallAnswer>('/mes/wall/shown');
