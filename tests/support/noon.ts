import type { Floor } from './floor.ts';

const HOUR_MS = 3_600_000;

/** The factory's clock, set so that shifts around now lie within one day whenever the tests run. */
export interface Noon {
  /** The wall clock, some hours from now: ISO 8601 without a zone. */
  clock: (hours: number) => string;
  /** The calendar day. */
  today: () => string;
}

/** Moves a factory to where it is between noon and one o'clock. */
export async function moveToNoon(floor: Floor): Promise<Noon> {
  const offset = 12 - new Date().getUTCHours();
  const zone = offset === 0 ? 'Etc/GMT' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`;
  await floor.connection.db.updateTable('factory').set({ zone }).where('id', '=', floor.factoryId).execute();
  const clock = (hours: number) =>
    new Date(Date.now() + (offset + hours) * HOUR_MS).toISOString().slice(0, 19);
  return { clock, today: () => clock(0).slice(0, 10) };
}
