import { entities } from '#shared/entities/index.ts';
import { number, password, ref, text } from '#shared/kernel/fields.ts';
import { PUBLIC_PERMISSION, VISITOR_PERMISSION } from '#shared/kernel/permissions.ts';
import { defineCommand, defineQuery, type Route } from '../../call/route.ts';
import { hashPassword } from '../../session/hash-password.ts';
import { makeLink, openLink, revokeLink } from './links.ts';
import { listKanbans, showKanban } from './show-kanban.ts';

const kanbanId = ref('customerKanban', { required: true, label: 'customerKanban' });
/** This field is a number instead of a reference. With a reference, every employee could list all customer kanbans. */
const shownKanbanId = number({
  required: true,
  min: 1,
  max: Number.MAX_SAFE_INTEGER,
  decimals: 0,
  label: 'customerKanban',
});
const { recipient, validUntil, language } = entities.kanbanLink.fields;
const linkPassword = password({ max: 100, label: 'linkPassword' });

/**
 * Routes of customer kanbans. Everybody with a valid link may open it. Employees, users of customers and visitors of
 * links may read the kanbans that they may see. Only managers of kanbans may make and revoke links, and only in their
 * own factory.
 */
export const kanbanRoutes: Route[] = [
  // Everybody may call this, because the visitor of a link has no account. The token is the permission.
  defineQuery({
    path: '/mes/kanban/open',
    permission: PUBLIC_PERMISSION,
    input: { linkToken: text({ required: true, max: 100, label: 'kanbanLink' }), password: linkPassword },
    run: ({ db, input, sender }) => openLink(db, input, sender),
  }),
  defineQuery({
    path: '/mes/kanban/shown',
    permission: VISITOR_PERMISSION,
    allowsOutsiders: true,
    input: { kanbanId: shownKanbanId },
    run: ({ db, user, input }) => showKanban(db, user, input.kanbanId),
  }),
  defineQuery({
    path: '/mes/kanban/mine',
    permission: VISITOR_PERMISSION,
    allowsOutsiders: true,
    input: {},
    run: ({ db, user }) => listKanbans(db, user),
  }),
  defineCommand({
    path: '/mes/customerKanban/link/make',
    permission: 'CUSTOMER_KANBAN_MANAGE',
    input: { kanbanId, recipient, validUntil, language, password: linkPassword },
    secret: true,
    before: async ({ input }) => (input.password === null ? null : hashPassword(input.password)),
    run: ({ tx, input, prepared: passwordHash }) => makeLink(tx, { ...input, passwordHash }),
  }),
  defineCommand({
    path: '/mes/customerKanban/link/revoke',
    permission: 'CUSTOMER_KANBAN_MANAGE',
    input: { id: ref('kanbanLink', { required: true, label: 'kanbanLink' }) },
    run: ({ tx, input }) => revokeLink(tx, input.id),
  }),
];
