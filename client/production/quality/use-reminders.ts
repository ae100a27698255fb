import { useQuery } from '@tanstack/react-query';
import type { SigningReminder } from '#shared/quality/answers.ts';
import { hasPermission, PRODUCTION_PERMISSION } from '#shared/kernel/permissions.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useUser } from '#client/kit/wire/session.ts';

const NO_REMINDERS: readonly SigningReminder[] = [];

/** Reads which exceptions somebody has reminded the user to sign, the oldest reminder first. */
export function useReminders(): readonly SigningReminder[] {
  const user = useUser();
  const { data } = useQuery({
    queryKey: queryKeys.entity('qualityException', 'reminders'),
    queryFn: async ({ signal }) =>
      (await call<{ rows: SigningReminder[] }>('/mes/quality/reminders', {}, { signal })).rows,
    enabled: user.employeeId !== null && hasPermission(user, PRODUCTION_PERMISSION),
    meta: { watches: ['qualityException', 'signingDeputy'], pace: 2000 },
  });
  return data ?? NO_REMINDERS;
}
