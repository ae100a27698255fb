import { WireClient, type LoginCredentials } from '#server/demo/wire-client.ts';

/** Creates a client that calls the server over HTTP, and logs it in if a login is given. */
export async function openClient(url: string, login?: LoginCredentials): Promise<WireClient> {
  const client = new WireClient(url);
  client.lang = 'en_US';
  if (login) await client.logIn(login);
  return client;
}
