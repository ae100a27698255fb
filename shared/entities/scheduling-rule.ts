/** What puts one order before another when both want the same day. */
export const SCHEDULING_RULES = ['byDeadlineClass', 'byDueDate', 'byPriority', 'byAge'] as const;
