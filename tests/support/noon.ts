import type { TestFactory } from './floor.ts';

const HOUR_MS = 3_600_000;

/**
 * The clock of a factory where it is about noon, so that a shift that begins or ends a few hours from now does not
 * cross midnight.
 */
export interface NoonClock {
  /** Returns the local time some hours from now, in ISO 8601 without a time zone. */
  getLocalTime: (hours: number) => string;
  /** Returns the current calendar day: 'YYYY-MM-DD'. */
  today: () => string;
}

/** Sets the time zone of a factory to one where it is between 12:00 and 13:00 now. */
export async function setZoneToNoon(factory: TestFactory): Promise<NoonClock> {
  const offsetHours = 12 - new Date().getUTCHours();
  const zone =
    offsetHours === 0 ? 'Etc/GMT' : `Etc/GMT${offsetHours > 0 ? '-' : '+'}${Math.abs(offsetHours)}`;
  await factory.connection.db
    .updateTable('factory')
    .set({ zone })
    .where('id', '=', factory.factoryId)
    .execute();
  const getLocalTime = (hours: number) =>
    new Date(Date.now() + (offsetHours + hours) * HOUR_MS).toISOString().slice(0, 19);
  return { getLocalTime, today: () => getLocalTime(0).slice(0, 10) };
}
