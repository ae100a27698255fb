import { buildCallForm } from '#shared/kernel/wire.ts';
import type { Reply } from './refusal-in.ts';
import type { Caller, TestServer } from './wire-server.ts';

/** Calls the backend directly, without HTTP. Every field is sent as text, as in a form. */
export function callBackend(
  server: TestServer,
  { token, lang, ip }: Caller,
  path: string,
  fields: Record<string, unknown>,
): Promise<Reply> {
  const { lang: _lang, requestParams: _copy, ...form } = buildCallForm(fields, { token: null, lang }).form;
  return server.backend.call({
    path,
    fields: form,
    lang,
    requestId: undefined,
    sender: { ip, agent: 'test', token },
  });
}
