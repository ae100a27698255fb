import { DEFAULT_ZONE } from './formats.ts';
import { useVisitor } from '../wire/session.ts';

/** Returns the time zone of the factory. All screens show dates and times in this zone. */
export const useZone = (): string => useVisitor().session?.user.zone ?? DEFAULT_ZONE;
