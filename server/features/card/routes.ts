import { lines, number, quantity, ref, refs, text } from '#shared/kernel/fields.ts';
import { PRODUCTION_PERMISSION, type Permission } from '#shared/kernel/permissions.ts';
import { defineCommand, defineQuery, type Route } from '../../call/route.ts';
import { countPrints, readCardSheets } from './print-cards.ts';
import { readGenealogy } from './read-genealogy.ts';
import { combineCards, splitCard, unpackCard } from './split-card.ts';

/** Planners split and combine cards at their desks, and workers do so at a terminal. */
const CARD_PERMISSIONS: readonly Permission[] = ['PROCESS_MODIFY', 'TASK_REPORT', 'TASK_REPORT_TEAM'];

const PRINT_PERMISSIONS: readonly Permission[] = ['REPORT_FORM_PRINT_PROCESS_CARD', 'WORK_ORDER'];

const CARD_VERSION_FIELDS = {
  cardId: ref('card', { required: true }),
  version: number({ required: true, min: 1, max: 2_000_000_000, decimals: 0 }),
} as const;

export const cardRoutes: Route[] = [
  defineCommand({
    path: '/mes/process/card/split',
    permission: CARD_PERMISSIONS,
    allowsTerminals: true,
    input: {
      ...CARD_VERSION_FIELDS,
      quantity: quantity({ required: true, min: 0.0001, label: 'splitQuantity' }),
    },
    run: ({ tx, input }) => splitCard(tx, input),
  }),
  defineCommand({
    path: '/mes/process/card/unpack',
    permission: CARD_PERMISSIONS,
    allowsTerminals: true,
    input: {
      ...CARD_VERSION_FIELDS,
      count: number({ required: true, min: 2, max: 100, decimals: 0, label: 'unpackCount' }),
    },
    run: ({ tx, input }) => unpackCard(tx, input),
  }),
  defineCommand({
    path: '/mes/process/card/combine',
    permission: CARD_PERMISSIONS,
    allowsTerminals: true,
    input: { cards: lines(CARD_VERSION_FIELDS, { required: true, max: 50, label: 'processCards' }) },
    run: ({ tx, input }) => combineCards(tx, input.cards),
  }),
  defineQuery({
    path: '/mes/process/card/sheets',
    permission: PRINT_PERMISSIONS,
    input: {
      search: text({ max: 100 }),
      orderIds: refs('workOrder', { max: 500, label: 'workOrders' }),
      partId: ref('part'),
      cardIds: refs('card', { max: 500, label: 'processCards' }),
    },
    run: ({ db, user, input }) => readCardSheets(db, user.factoryId, input),
  }),
  defineCommand({
    path: '/mes/process/card/print',
    permission: PRINT_PERMISSIONS,
    input: { cardIds: refs('card', { required: true, max: 500, label: 'processCards' }) },
    run: ({ tx, input }) => countPrints(tx, input.cardIds),
  }),
  defineQuery({
    path: '/mes/process/card/genealogy',
    permission: PRODUCTION_PERMISSION,
    input: { cardId: ref('card', { required: true }) },
    run: ({ db, user, input }) => readGenealogy(db, user.factoryId, input.cardId),
  }),
];
