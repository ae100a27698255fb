import { defineEntity } from '#shared/kernel/entity.ts';
import { choice, date, flag, moment, number, ref, text } from '#shared/kernel/fields.ts';
import { LANGS } from '#shared/kernel/lang.ts';

/**
 * A link with which somebody sees a customer kanban without an account. Only commands create and revoke
 * links. The token in the address is shown once; the server stores only a hash of it.
 */
export const kanbanLink = defineEntity({
  name: 'kanbanLink',
  path: '/mes/customerKanban/link',
  permission: { read: 'CUSTOMER_KANBAN_MANAGE', write: 'CUSTOMER_KANBAN_MANAGE' },
  shownAs: 'recipient',
  sort: '-id',
  topic: 'board',
  filters: ['kanbanId'],
  derived: ['hasPassword', 'viewCount', 'viewedAt', 'revokedAt'],
  verbs: ['page', 'get'],
  fields: {
    kanbanId: ref('customerKanban', { required: true, label: 'customerKanban' }),
    /** Who gets the link. */
    recipient: text({ required: true, max: 100, label: 'linkRecipient' }),
    /** The last day, in the time zone of the factory, on which the link is valid. */
    validUntil: date({ required: true, label: 'linkValidUntil' }),
    /** The language in which the link opens. */
    language: choice(LANGS),
    hasPassword: flag({ label: 'linkHasPassword' }),
    viewCount: number({ min: 0, decimals: 0, initial: 0, label: 'linkViewCount' }),
    viewedAt: moment({ label: 'linkViewedAt' }),
    revokedAt: moment({ label: 'linkRevokedAt' }),
  },
});
