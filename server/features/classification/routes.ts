import { choice, refs } from '#shared/kernel/fields.ts';
import { CLASS_IDS } from '#shared/entities/classification-ref.ts';
import { command, type Route } from '../../call/route.ts';
import { arrangeValues } from './arrange-values.ts';

/** The route that sets the order of the values of a classification. */
export const classificationRoutes: Route[] = [
  command({
    path: '/mes/system/classify/arrange',
    permission: 'SYSTEM_CLASSIFY_MODIFY',
    input: {
      classId: choice(CLASS_IDS, { required: true, label: 'classKind' }),
      ids: refs('classification', { max: 500, label: 'rows' }),
    },
    run: ({ work, input }) => arrangeValues(work, input.classId, input.ids),
  }),
];
