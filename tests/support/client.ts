import { WireClient, type Login } from '#server/demo/wire-client.ts';

/** A client of a server over the real wire, logged in where that is asked for. */
export async function openClient(url: string, login?: Login): Promise<WireClient> {
  const client = new WireClient(url);
  client.lang = 'en_US';
  if (login) await client.logIn(login);
  return client;
}
