import { DEFAULT_TIME_ZONE } from './formats.ts';
import { useVisitor } from '../wire/session.ts';

/** Returns the time zone of the factory. All screens show dates and times in this zone. */
export const useTimeZone = (): string => useVisitor().session?.user.zone ?? DEFAULT_TIME_ZONE;
