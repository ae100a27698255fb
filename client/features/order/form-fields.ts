/** The fields of the form of an order, a part or a process. */
interface FormFieldNames {
  /** The fields that are visible when the form opens, in this order. */
  readonly usual: readonly string[];
  /** The fields in a section that is closed when the form opens. */
  readonly rare: readonly string[];
}

export const ORDER_FORM_FIELDS: FormFieldNames = {
  usual: [
    'code',
    'name',
    'customerId',
    'projectId',
    'quantity',
    'plannedStart',
    'dueDate',
    'priority',
    'promisedDate',
    'purchasingOrder',
    'orderTypeId',
    'deadlineClassId',
    'remark',
  ],
  rare: [],
};

/** The fields of a root part. */
export const PART_FORM_FIELDS: FormFieldNames = {
  usual: ['code', 'name', 'quantity', 'source', 'dueDate'],
  rare: ['materialName', 'spec', 'size', 'drawing'],
};

/** The fields of a part that goes into another part. */
export const CHILD_PART_FORM_FIELDS: FormFieldNames = {
  usual: ['code', 'name', 'quantityPer', 'quantity', 'source', 'dueDate'],
  rare: PART_FORM_FIELDS.rare,
};

export const PROCESS_FORM_FIELDS: FormFieldNames = {
  usual: [
    'craftId',
    'seq',
    'name',
    'plannedQuantity',
    'workGroupId',
    'deviceId',
    'plannedStart',
    'plannedEnd',
  ],
  rare: [
    'preparationMinutes',
    'deviceMinutes',
    'manMinutes',
    'manMachineRatio',
    'plannedPeople',
    'transferMinutes',
    'needBy',
    'leapfrog',
    'external',
    'supplierId',
  ],
};
