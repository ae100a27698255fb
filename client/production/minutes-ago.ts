/** How many minutes ago work may have begun, for the buttons of a start. */
export const START_MINUTES_AGO: readonly number[] = [10, 30, 60];
