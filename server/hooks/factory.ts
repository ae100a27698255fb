import { makeError } from '#shared/kernel/errors.ts';
import type { HooksOf } from './hooks.ts';

function isTimeZone(zone: string): boolean {
  // Shift times need a named zone such as Europe/Berlin, or UTC. A fixed offset such as +01:00 does not
  // follow daylight saving time.
  if (!zone.includes('/') && zone !== 'UTC') return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).format(0) !== '';
  } catch {
    return false;
  }
}

/**
 * Refuses a factory with an unknown time zone or currency.
 * @throws fieldsInvalid
 */
export function refuseInvalidFactory(factory: { zone: string; currency: string }): void {
  if (!isTimeZone(factory.zone)) throw makeError('fieldsInvalid', {}, { zone: { reason: 'notAChoice' } });
  if (!Intl.supportedValuesOf('currency').includes(factory.currency))
    throw makeError('fieldsInvalid', {}, { currency: { reason: 'notAChoice' } });
}

/** A factory can be changed like other entities, but a special route adds factories. */
export const factoryHooks: HooksOf<'factory'> = {
  beforeSave: async (_tx, next, before) => {
    if (!before) throw makeError('factoryNotAdded');
    refuseInvalidFactory(next);
  },
  afterSave: async (tx) => {
    // Makes clients reload the current user, because the zone or the name of the factory may have
    // changed.
    tx.announce('setting', 'permission', null);
  },
};
