import { DEFAULT_ZONE } from './formats.ts';
import { useVisitor } from '../wire/session.ts';

/** The zone of the factory whose screens these are: its days and hours are shown, not the device's. */
export const useZone = (): string => useVisitor().session?.user.zone ?? DEFAULT_ZONE;
