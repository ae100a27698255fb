import { expect, it } from 'vitest';
import { formCallRoutes } from '#server/mes/routes.ts';
import { openUpstreamBackend } from '#server/relay/upstream.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';

/** The URL of an upstream where no server listens, so a call to it would fail. */
const UNREACHABLE_URL = 'http://127.0.0.1:9';

it('The relay in front of a MES pairs no screens and opens no links, and says so without asking the MES', async () => {
  const backend = openUpstreamBackend({ url: UNREACHABLE_URL });
  const paths = formCallRoutes.map(({ path }) => path).filter((path) => /^\/mes\/(wall|kanban)\//.test(path));
  for (const path of paths) {
    const sender = { ip: '127.0.0.1', agent: 'test', token: null };
    const reply = await backend.call({ path, fields: {}, lang: 'en_US', sender });
    expect([path, reply.status, (reply.body as { code: string }).code]).toEqual([path, 404, 'notFound']);
  }
  expectItemsChecked('calls of screens', paths.length);
  await backend.close();
});
