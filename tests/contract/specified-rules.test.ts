import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';

/**
 * A rule in the words of the specification (§5), with the file and the names of the tests that prove it. If the product
 * does not have the rule, `missing` gives the reason.
 */
type SpecifiedRule = { rule: string } & (
  | { file: string; tests: readonly string[]; missing?: never }
  | { missing: string }
);

const REFUSALS_TEST = 'tests/server/features/reporting/reporting-refusals.test.ts';
const LIMITS_TEST = 'tests/server/ledger/specified-limits.test.ts';
const OUTSOURCING_TEST = 'tests/server/features/outsourcing/refusals.test.ts';
const REPORT_ENTRIES_TEST = 'tests/server/features/reporting/report-entries.test.ts';
const COMBINED_PARTS_TEST = 'tests/server/features/order/combine-parts.test.ts';
const INSPECTION_TEST = 'tests/server/features/inspection/inspection.test.ts';
const QUALITY_TEST = 'tests/server/features/quality/specified-quality.test.ts';
const BATCH_REPORTS_TEST = 'tests/server/features/reporting/batch-reports.test.ts';

/**
 * The rules about orders, parts, processes, reports, barcodes, uploads, durations and quality, in the sequence of §5.
 */
const SPECIFIED_RULES: readonly SpecifiedRule[] = [
  {
    rule: 'Numeric strings: digits with an optional decimal part.',
    file: 'tests/shared/signed-numbers.test.ts',
    tests: ['numeric strings have no sign, unless the field is declared signed'],
  },
  {
    rule: 'Required items must be filled; the current item cannot be empty.',
    file: 'tests/server/http/wire-calls.test.ts',
    tests: ['names every field that is wrong, missing or unknown, and writes nothing'],
  },
  {
    rule: 'Codes must be unique.',
    file: 'tests/server/http/wire-calls.test.ts',
    tests: ['says which code is used twice, in words of the caller'],
  },
  {
    rule: 'Start time must not be later than end time.',
    file: LIMITS_TEST,
    tests: ['no report, process or order ends before it starts'],
  },
  {
    rule: 'Appointment start must not be later than its end.',
    file: 'tests/server/features/process/appointment.test.ts',
    tests: ['must not start later than it ends, and needs a place, a start and an end'],
  },
  {
    rule: "Plan start date must not be later than the previous process's start.",
    file: 'tests/server/features/process/save-routing.test.ts',
    tests: ['has planned starts that never decrease, said from the side that was edited'],
  },
  {
    rule: 'Manual split number must not exceed the total.',
    file: 'tests/shared/split-order.test.ts',
    tests: ['can be split up to the largest possible quantity, and not beyond'],
  },
  {
    rule: 'Sample batch must not exceed the process quantity; sample count must not exceed the sample batch and the process quantity.',
    file: INSPECTION_TEST,
    tests: [
      'the sample batch must not exceed the process quantity',
      'the sample count must not exceed the sample batch and the process quantity',
    ],
  },
  {
    rule: 'Finished quantity at least 0.01.',
    file: LIMITS_TEST,
    tests: ['the finished quantity is at least 0.01'],
  },
  {
    rule: 'Start quantity must not exceed the machinable quantity.',
    file: REFUSALS_TEST,
    tests: ['to start more pieces than there are, and writes nothing'],
  },
  {
    rule: 'Maximum finished quantity must not exceed the reported quantity.',
    file: 'tests/server/features/reporting/reporting.test.ts',
    tests: [
      'finishes at most the started quantity and the tolerance, from machinable first, then from surplus',
    ],
  },
  {
    rule: 'Batch report only for processes in the same state and same craft.',
    file: BATCH_REPORTS_TEST,
    tests: ['is refused as a whole for processes of different operation types or states'],
  },
  {
    rule: 'Reports by production parameters or by material-out barcode cannot be batch reported.',
    file: BATCH_REPORTS_TEST,
    tests: ['is refused for reports by production parameters or by material-out barcode'],
  },
  {
    rule: 'Barcode must exist where required.',
    file: 'tests/server/features/terminal/terminal.test.ts',
    tests: ['a code that is cut off, of another factory, unknown or finished, and says why it is refused'],
  },
  {
    rule: 'Barcode must exist where required, for the pieces of a report.',
    file: REPORT_ENTRIES_TEST,
    tests: ['barcodes must exist where required, one for each piece'],
  },
  {
    rule: 'Barcode must be in the correct format, be non-empty, for the pieces of a report.',
    file: REPORT_ENTRIES_TEST,
    tests: ['barcodes have the format of the craft and are not empty'],
  },
  {
    rule: 'Barcode must be not repeated, for the pieces of a report.',
    file: REPORT_ENTRIES_TEST,
    tests: ['barcodes are not repeated in a report, nor in the process unless the report is reversed'],
  },
  {
    rule: 'Barcode must be in the correct format, be non-empty.',
    file: 'tests/shared/barcode.test.ts',
    tests: [
      'parsing a printed barcode returns its kind and code',
      'an incomplete or empty code is distinguished from a foreign code',
    ],
  },
  {
    rule: 'Barcode must be not repeated.',
    file: LIMITS_TEST,
    tests: ['no two process cards have the same barcode'],
  },
  {
    rule: 'Report duration: minimum 1 minute, maximum 24 hours.',
    file: LIMITS_TEST,
    tests: ['a report lasts at least 1 minute and at most 24 hours'],
  },
  {
    rule: 'The previous process must be finished before the current one starts.',
    file: REFUSALS_TEST,
    tests: ['to start while the previous process is open, unless the process may leapfrog'],
  },
  {
    rule: 'The MR of an operation must be set first.',
    file: REFUSALS_TEST,
    tests: ['to start a process with device minutes before its man–machine ratio is set'],
  },
  {
    rule: 'Upload file at most 5M.',
    file: 'tests/server/http/wire-files.test.ts',
    tests: ['may be 5 MB, and not a byte more'],
  },
  {
    rule: 'A fuzzy path disables upload.',
    file: 'tests/server/features/offline/upload-offline.test.ts',
    tests: ['is disabled by a fuzzy path, whatever the storage'],
  },
  {
    rule: 'Plan import accepts only xlsx or xls, at most 50M.',
    file: 'tests/server/features/transfer/transfer-hostile.test.ts',
    tests: [
      // This test exists for list imports and for plan imports.
      'in place of %s',
      'are refused: %s',
      'are refused before they are received completely if they are too large',
    ],
  },
  {
    rule: 'The same parts cannot be combined.',
    file: COMBINED_PARTS_TEST,
    tests: [
      'the same parts cannot be combined: neither a part with itself, nor twice',
      'have the same code, material and routing at the same place of one order',
    ],
  },
  {
    rule: 'The same process cannot be added twice.',
    file: BATCH_REPORTS_TEST,
    tests: ['does not take the same process twice'],
  },
  {
    rule: 'The same process cannot be added twice to an outsourcing order.',
    file: OUTSOURCING_TEST,
    tests: ['when the same process is added twice'],
  },
  {
    rule: 'Synchronised processes must share the same craft code.',
    file: 'tests/server/features/process/synchronised.test.ts',
    tests: ['must share the same craft code'],
  },
  {
    rule: 'Outsourcing is refused when the process is already external or its state disallows it.',
    file: OUTSOURCING_TEST,
    tests: [
      'when the process is already external: in another open order, or planned for another supplier',
      'when the state of the process or of its work order disallows it',
    ],
  },
  {
    rule: 'Quality: responsible process, discovery process, discoverer and error classification must be selected.',
    file: QUALITY_TEST,
    tests: [
      'the responsible process, the discovery process, the discoverer and the error classification must be selected: %s',
    ],
  },
  {
    rule: 'Quality: the responsible person must be selected.',
    file: QUALITY_TEST,
    tests: ['the responsible person must be selected, with ratios that add up to 100 %'],
  },
  {
    rule: 'Quality: rework, special and scrapped quantity and handling way must be selected.',
    file: QUALITY_TEST,
    tests: [
      'the handling way and the rework, special and scrapped quantity must be selected, and equal the held quantity',
    ],
  },
  {
    rule: 'Quality: signer data must be selected.',
    file: QUALITY_TEST,
    tests: ['the signers must be selected'],
  },
  {
    rule: 'A punished person is required.',
    file: QUALITY_TEST,
    tests: ['a punished person is required'],
  },
  {
    rule: 'The selected signer must equal the actual signer.',
    file: QUALITY_TEST,
    tests: ['the selected signer must equal the actual signer'],
  },
  {
    rule: 'A signer cannot join twice.',
    file: QUALITY_TEST,
    tests: ['a signer cannot join twice'],
  },
  {
    rule: 'Only cancelled exceptions can be deleted (§4).',
    file: QUALITY_TEST,
    tests: ['only cancelled exceptions can be deleted'],
  },
  {
    rule: 'Custom text columns must be under 500 characters.',
    file: 'tests/server/features/column/columns.test.ts',
    tests: [
      'a text has at most 499 characters; a value of another type, list or factory is refused by field',
    ],
  },
  {
    rule: 'Deletion is refused for data in use: processes and parts with reports.',
    file: LIMITS_TEST,
    tests: ['no process or part with a report is deleted'],
  },
];

/** Whether a file registers a test with this name that is not skipped. */
function hasTest(file: string, name: string): boolean {
  const escapedName = name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const content = readFileSync(file, 'utf8');
  const isRegistered = new RegExp(String.raw`\(\s*(['"\`])${escapedName}\1,`).test(content);
  const isSkipped = new RegExp(String.raw`\.(skip|todo)\(\s*(['"\`])${escapedName}\2`).test(content);
  return isRegistered && !isSkipped;
}

test('every rule of the list has tests that exist, or a reason why it is missing', () => {
  const unprovedRules = SPECIFIED_RULES.flatMap((entry) => {
    if (entry.missing !== undefined) return entry.missing.length > 0 ? [] : [entry.rule];
    if (entry.tests.length === 0) return [entry.rule];
    return entry.tests
      .filter((name) => !hasTest(entry.file, name))
      .map((name) => `${entry.rule} ${entry.file}: ${name}`);
  });
  expect(unprovedRules).toEqual([]);
  expectItemsChecked('specified rules', SPECIFIED_RULES.length);
});

test('no rule is listed twice, and the missing ones are counted', () => {
  const rules = SPECIFIED_RULES.map(({ rule }) => rule);
  expect(rules.filter((rule, index) => rules.indexOf(rule) !== index)).toEqual([]);
  const missingRules = SPECIFIED_RULES.filter((entry) => entry.missing !== undefined);
  console.log(
    [
      `${missingRules.length} of ${rules.length} specified rules are missing:`,
      ...missingRules.map(({ rule }) => rule),
    ].join('\n  '),
  );
});
