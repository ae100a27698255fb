import { choice, refs } from '#shared/kernel/fields.ts';
import { CLASSIFICATION_CLASSES } from '#shared/entities/classification-ref.ts';
import { defineCommand, type Route } from '../../call/route.ts';
import { arrangeClassificationValues } from './arrange-values.ts';

export const classificationRoutes: Route[] = [
  defineCommand({
    path: '/mes/system/classify/arrange',
    permission: 'SYSTEM_CLASSIFY_MODIFY',
    input: {
      classId: choice(CLASSIFICATION_CLASSES, { required: true, label: 'classKind' }),
      ids: refs('classification', { max: 500, label: 'rows' }),
    },
    run: ({ tx, input }) => arrangeClassificationValues(tx, input.classId, input.ids),
  }),
];
