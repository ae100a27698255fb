import { fail } from '#shared/kernel/errors.ts';
import type { HooksOf } from './hooks.ts';

function isZone(zone: string): boolean {
  // A shift needs a place with its rules of summer time, not a fixed distance from Greenwich.
  if (!zone.includes('/') && zone !== 'UTC') return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).format(0) !== '';
  } catch {
    return false;
  }
}

/**
 * Refuses zones and currencies that there are not.
 * @throws fieldsInvalid
 */
export function refuseFactory(factory: { zone: string; currency: string }): void {
  if (!isZone(factory.zone)) throw fail('fieldsInvalid', {}, { zone: { reason: 'notAChoice' } });
  if (!Intl.supportedValuesOf('currency').includes(factory.currency))
    throw fail('fieldsInvalid', {}, { currency: { reason: 'notAChoice' } });
}

/** A factory changes itself; it is neither added nor deleted here. */
export const factoryHooks: HooksOf<'factory'> = {
  beforeSave: async (_work, next, before) => {
    if (!before) throw fail('factoryNotAdded');
    refuseFactory(next);
  },
  afterSave: async (work) => {
    // Whoever is signed in asks anew who they are: their days are counted in another zone now, or the name differs.
    work.announce('setting', 'permission', null);
  },
};
