import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router-dom';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { useUser, session } from '#client/kit/wire/session.ts';
import { call } from '#client/kit/wire/call.ts';
import { rowIdOf } from '../routes/entity-pages.ts';
import { ScreenWaiting } from '../shell/screen-waiting.tsx';

/** Goes on into another factory, or back home: from then on this window is there. */
async function enterFactory(factoryId: number): Promise<void> {
  const remembered = session.current?.remembered ?? false;
  const { validateKey, user } = await call<{ validateKey: string; user: CurrentUser }>('/mes/login/enter', {
    factoryId,
  });
  session.signIn({ validateKey, user, remembered });
}

/**
 * On the way into another factory, or back home. A page of its own: unsaved changes were asked about before it opened,
 * and nothing of the factory that is left still stands on the screen or is under way when its session ends.
 */
export function EnterFactoryRoute() {
  const user = useUser();
  const id = rowIdOf(useParams().id);
  const elsewhere = id !== undefined && id !== null && id !== user.factoryId;
  const { isError } = useQuery({
    queryKey: ['enterFactory', id],
    queryFn: () => enterFactory(id!).then(() => id),
    enabled: elsewhere,
    retry: false,
  });
  // Also after a refusal, which was told: where they are, they stay.
  return elsewhere && !isError ? <ScreenWaiting /> : <Navigate to="/" replace />;
}
