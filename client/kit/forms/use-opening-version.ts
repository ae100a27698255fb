import { useState } from 'react';

/**
 * Returns the version that a row had when its form opened, although the page reads the row again. A form sends this
 * version with its values, so that the server refuses to overwrite a change that was made meanwhile.
 */
export const useOpeningVersion = <V extends number | undefined>(version: V): V => useState(version)[0];
