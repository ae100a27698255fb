import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useDebouncedText } from '#client/kit/elements/use-debounced.ts';
import type { FormulaInput } from './formula-inputs.ts';

/**
 * The server's answer: the result for the test values, the result of each test row, and the problem of
 * the expression.
 */
interface FormulaCheckAnswer {
  result: number | null;
  tries: (number | null)[];
  problem: { position: number; reason: string } | null;
}

/** A value that the user typed for an input in one test row. */
interface TestRowValue {
  row: number;
  input: string;
  value: number;
}

const TYPING_PAUSE_MS = 300;
const NO_TEST_VALUES: readonly TestRowValue[] = [];

/** Lets the server evaluate a formula each time the user pauses typing. */
export function useFormulaCheck(
  expression: string,
  inputs: readonly FormulaInput[],
  tries: readonly TestRowValue[] = NO_TEST_VALUES,
) {
  const requestJson = JSON.stringify({ expression: expression.trim(), inputs, tries });
  const debouncedJson = useDebouncedText(requestJson, TYPING_PAUSE_MS);
  const request = JSON.parse(debouncedJson) as { expression: string };
  const { data, isFetching } = useQuery({
    queryKey: queryKeys.entity('formula', 'check', debouncedJson),
    queryFn: ({ signal }) =>
      call<FormulaCheckAnswer>('/mes/system/basic/formula/check', request, {
        signal,
        codesShownElsewhere: ['fieldsInvalid'],
      }),
    enabled: request.expression !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });
  return { data: request.expression === '' ? undefined : data, isFetching, expression: request.expression };
}
