import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router-dom';
import { decodeUser, type AnyUserAnswer } from '#shared/kernel/user-answer.ts';
import { useUser, session } from '#client/kit/wire/session.ts';
import { call } from '#client/kit/wire/call.ts';
import { parseRowId } from '#client/crud/pages/row-address.ts';
import { ScreenWaiting } from '../shell/screen-waiting.tsx';

/** Switches the session to another factory, or back to the home factory. */
async function enterFactory(factoryId: number): Promise<void> {
  const remembered = session.current?.remembered ?? false;
  const { validateKey, user } = await call<{ validateKey: string; user: AnyUserAnswer }>('/mes/login/enter', {
    factoryId,
  });
  session.signIn({ validateKey, user: decodeUser(user), remembered });
}

/**
 * Switches to another factory, or back to the home factory. The switch is a page of its own, so that the user
 * is asked about unsaved changes first and no screen of the old factory is still open.
 */
export function EnterFactoryRoute() {
  const user = useUser();
  const id = parseRowId(useParams().id);
  const isOtherFactory = id !== undefined && id !== null && id !== user.factoryId;
  const { isError } = useQuery({
    queryKey: ['enterFactory', id],
    queryFn: () => enterFactory(id!).then(() => id),
    enabled: isOtherFactory,
    retry: false,
  });
  // If the server refuses, the user stays in the current factory. The error was already shown.
  return isOtherFactory && !isError ? <ScreenWaiting /> : <Navigate to="/" replace />;
}
