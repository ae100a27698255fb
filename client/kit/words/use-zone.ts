import { DEFAULT_ZONE } from './formats.ts';
import { useVisitor } from '../wire/session.ts';

/** Returns the time zone of the factory, in which all screens show dates and times. */
export const useZone = (): string => useVisitor().session?.user.zone ?? DEFAULT_ZONE;
