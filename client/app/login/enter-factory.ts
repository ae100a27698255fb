import type { CurrentUser } from '#shared/kernel/wire.ts';
import { call } from '#client/kit/wire/call.ts';
import { session } from '#client/kit/wire/session.ts';

/** Goes on into another factory, or back home: from then on this window is there. */
export async function enterFactory(factoryId: number): Promise<void> {
  const remembered = session.current?.remembered ?? false;
  const { validateKey, user } = await call<{ validateKey: string; user: CurrentUser }>('/mes/login/enter', {
    factoryId,
  });
  session.signIn({ validateKey, user, remembered });
}
