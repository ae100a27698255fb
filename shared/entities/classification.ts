import { defineEntity } from '#shared/kernel/entity.ts';
import { choice, number, ref, text } from '#shared/kernel/fields.ts';
import { CLASSIFICATION_CLASSES } from './classification-ref.ts';

/** A word of a list that the factory maintains, e.g. an error class, an order type or a region. */
export const classification = defineEntity({
  name: 'classification',
  path: '/mes/system/classify',
  permission: 'SYSTEM_CLASSIFY',
  shownAs: 'name',
  sort: 'seq',
  parentField: 'parentId',
  filters: ['classId'],
  terminalVerbs: ['list'],
  pickedBy: ['classId'],
  fields: {
    classId: choice(CLASSIFICATION_CLASSES, { required: true, label: 'classKind' }),
    code: text({ required: true, unique: true, max: 40 }),
    name: text({ required: true, max: 100 }),
    parentId: ref('classification'),
    /** The position among the words of the same class; a word that is saved with 0 becomes the last one. */
    seq: number({ min: 0, max: 100_000, decimals: 0, initial: 0, label: 'place' }),
  },
});

export const classificationTerms = {
  place: ['顺序', 'Place', '順序', '順番'],
  deadlineClass: ['交期等级', 'Deadline class', '交期等級', '納期区分'],
  scrapReason: ['报废原因', 'Scrap reason', '報廢原因', '廃棄理由'],
  downtimeReason: ['停机原因', 'Downtime reason', '停機原因', '停止理由'],
  skipReason: ['跳序原因', 'Reason for skipping', '跳序原因', '順番変更の理由'],
  extraProcessReason: ['额外工序原因', 'Reason for an extra process', '額外工序原因', '追加工程の理由'],
} as const;
