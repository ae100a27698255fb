import { choice } from '#shared/kernel/fields.ts';
import { SIGNED_IN_PERMISSION } from '#shared/kernel/permissions.ts';
import { GUIDE_AREAS } from '#shared/answers/guide.ts';
import { defineQuery, type Route } from '../../call/route.ts';
import { readGuide } from './read-guide.ts';

export const guideBookRoutes: Route[] = [
  defineQuery({
    path: '/mes/guide/read',
    permission: SIGNED_IN_PERMISSION,
    input: { area: choice(GUIDE_AREAS, { required: true, label: 'guideArea' }) },
    run: ({ db, user, lang, input }) => readGuide(db, user.factoryId, input.area, lang),
  }),
];
