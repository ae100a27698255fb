import { DEFAULT_TIME_ZONE } from './formats.ts';
import { useVisitor } from '../wire/session.ts';

/**
 * Returns the time zone of the factory, in which screens show dates and times. It is a default zone
 * while nobody is signed in.
 */
export const useTimeZone = (): string => useVisitor().session?.user.zone ?? DEFAULT_TIME_ZONE;
