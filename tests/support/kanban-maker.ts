import { KANBAN_FIELDS, type KanbanField } from '#shared/entities/customer-kanban.ts';
import type { CreatedLink } from '#shared/answers/boards/kanban.ts';
import type { LoginAnswer } from '#server/session/open-session.ts';
import { makeUniqueText } from './makers.ts';
import type { Caller, TestServer } from './wire-server.ts';

interface SavedRow {
  id: number;
  version: number;
  code: string;
}

export const addCustomer = (admin: Caller): Promise<SavedRow> => {
  const code = makeUniqueText('C');
  return admin.send('/mes/system/basic/customer/save', { code, shortName: code });
};

/** Adds a kanban with these fields, by default with all fields. */
export const addKanban = (
  admin: Caller,
  customerId: number,
  fields: readonly KanbanField[] = KANBAN_FIELDS,
  values: Record<string, unknown> = {},
): Promise<SavedRow> =>
  admin.send('/mes/customerKanban/save', {
    name: makeUniqueText('Kanban'),
    customerId,
    shownFields: fields.map((field) => ({ field })),
    ...values,
  });

/** Adds an order of a customer, and releases it unless it stays a draft. */
export async function addCustomerOrder(
  admin: Caller,
  customerId: number,
  values: Record<string, unknown> = {},
  isReleased = true,
): Promise<SavedRow> {
  const code = makeUniqueText('O');
  const order = await admin.send<SavedRow>('/mes/order/save', {
    code,
    name: `Order ${code}`,
    quantity: 12,
    customerId,
    ...values,
  });
  const part = await admin.send<SavedRow>('/mes/order/part/save', {
    orderId: order.id,
    code,
    name: code,
    quantity: 12,
  });
  const craft = await admin.send<SavedRow>('/mes/system/basic/crafts/save', { code, name: code });
  await admin.send('/mes/process/save', { partId: part.id, seq: 10, craftId: craft.id });
  if (isReleased) await admin.send('/mes/order/release', { id: order.id, version: order.version });
  return { ...order, code };
}

/** Returns the day after tomorrow, which is in the future in every time zone. */
export const makeValidDay = (): string => new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);

export const makeKanbanLink = (
  admin: Caller,
  kanbanId: number,
  values: Record<string, unknown> = {},
): Promise<CreatedLink> =>
  admin.send('/mes/customerKanban/link/make', {
    kanbanId,
    recipient: 'Visitor',
    validUntil: makeValidDay(),
    ...values,
  });

/** Opens a link in a new browser. */
export async function openKanbanLink(
  server: TestServer,
  token: string,
  ip: string,
  password?: string,
): Promise<Caller> {
  const visitor = server.caller(ip);
  const fields = password === undefined ? { linkToken: token } : { linkToken: token, password };
  const { validateKey } = await visitor.call<LoginAnswer>('/mes/kanban/open', fields);
  visitor.token = validateKey;
  return visitor;
}
