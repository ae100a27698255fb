/** The fields of the form of an order, a part or a process. */
interface FormFieldNames {
  /** The fields that are visible when the form opens, in this order. */
  readonly usualFields: readonly string[];
  /** The fields in a section that is closed when the form opens. */
  readonly rareFields: readonly string[];
}

export const ORDER_FORM_FIELDS: FormFieldNames = {
  usualFields: [
    'code',
    'name',
    'customerId',
    'projectId',
    'orderGroupId',
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
  rareFields: [],
};

/** The fields of a root part. */
export const PART_FORM_FIELDS: FormFieldNames = {
  usualFields: ['code', 'name', 'quantity', 'source', 'dueDate'],
  rareFields: ['materialName', 'spec', 'size', 'weight', 'drawing', 'materials'],
};

/** The fields of a part that goes into another part. */
export const CHILD_PART_FORM_FIELDS: FormFieldNames = {
  usualFields: ['code', 'name', 'quantityPer', 'quantity', 'source', 'dueDate'],
  rareFields: PART_FORM_FIELDS.rareFields,
};

export const PROCESS_FORM_FIELDS: FormFieldNames = {
  usualFields: [
    'craftId',
    'seq',
    'name',
    'plannedQuantity',
    'workGroupId',
    'deviceId',
    'plannedStart',
    'plannedEnd',
    'needBy',
    'appointmentStart',
    'appointmentEnd',
  ],
  rareFields: [
    'preparationMinutes',
    'deviceMinutes',
    'manMinutes',
    'manMachineRatio',
    'plannedPeople',
    'transferMinutes',
    'pinned',
    'syncKey',
    'leapfrog',
    'external',
    'supplierId',
  ],
};
