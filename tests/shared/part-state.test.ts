import { expect, it } from 'vitest';
import { derivePartState } from '#shared/ledger/part-state.ts';

it('a part has the most urgent state of its processes, and is completed when all are done', () => {
  expect(derivePartState(['notStarted'])).toBe('notStarted');
  expect(derivePartState(['completed', 'processing', 'notStarted'])).toBe('processing');
  expect(derivePartState(['completed', 'suspended', 'notStarted'])).toBe('suspended');
  expect(derivePartState(['completed', 'notStarted'])).toBe('unfinished');
  expect(derivePartState(['completed', 'specialAcceptance'])).toBe('completed');
});
