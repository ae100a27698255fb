import { DEFAULT_TIME_ZONE } from './formats.ts';
import { useVisitor } from '../wire/session.ts';

/**
 * Returns the time zone in which screens show dates and times: the zone of the factory, or a default zone
 * while nobody is signed in.
 */
export const useTimeZone = (): string => useVisitor().session?.user.zone ?? DEFAULT_TIME_ZONE;
