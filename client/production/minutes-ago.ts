/** The start times that users can choose by a button, in minutes before now. */
export const START_TIME_CHOICES_MINUTES_AGO: readonly number[] = [10, 30, 60];
