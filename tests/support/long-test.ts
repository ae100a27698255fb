import { test } from 'vitest';

/** A test that takes minutes on a small machine: MES_TEST_LONG=on runs it too; otherwise it is counted as skipped. */
export const longTest = test.skipIf(process.env.MES_TEST_LONG !== 'on');
