import { Button, InputGroup } from '@blueprintjs/core';
import { PlusIcon, TrashIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { parseTestValue, type FormulaInput } from './formula-inputs.ts';
import { useFormulaCheck } from './use-formula-check.ts';

/** The maximum number of test rows. The server has the same limit. */
const MAX_TEST_ROWS = 50;

interface Props {
  expression: string;
  inputs: readonly FormulaInput[];
  unit: string;
}

/** Evaluates a formula with several sets of test values. Nothing is saved. */
export function FormulaTestRows({ expression, inputs, unit }: Props) {
  const t = useT();
  const [rows, setRows] = useState<Record<string, string>[]>([]);
  const typedValues = rows.flatMap((typedRow, rowIndex) =>
    inputs.flatMap(({ name }) => {
      const value = parseTestValue(typedRow[name]);
      return value === null ? [] : [{ row: rowIndex, input: name, value }];
    }),
  );
  const { data } = useFormulaCheck(rows.length > 0 ? expression : '', inputs, typedValues);
  const changeValue = (rowIndex: number, name: string, value: string) =>
    setRows(rows.map((typedRow, index) => (index === rowIndex ? { ...typedRow, [name]: value } : typedRow)));
  return (
    <div className="try-outs">
      {rows.length > 0 && (
        <table aria-label={t('tryOuts')}>
          <thead>
            <tr>
              {inputs.map(({ name, unit: inputUnit }) => (
                <th scope="col" key={name}>
                  {name} {inputUnit && <span className="unit">{inputUnit}</span>}
                </th>
              ))}
              <th scope="col">
                {t('formulaGives')} {unit && <span className="unit">{unit}</span>}
              </th>
              <th>
                <span className="visually-hidden">{t('remove')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((typedRow, rowIndex) => {
              // A row without a typed number shows the result for the test values, which are the
              // placeholders.
              const hasTypedValue = inputs.some(({ name }) => parseTestValue(typedRow[name]) !== null);
              const result = (hasTypedValue ? data?.tries[rowIndex] : data?.result) ?? null;
              return (
                // The rows have no id, so the index is their key.
                <tr key={rowIndex}>
                  {inputs.map(({ name, testValue }) => (
                    <td key={name}>
                      <InputGroup
                        fill
                        inputMode="decimal"
                        className="number-input"
                        autoComplete="off"
                        aria-label={`${name} ${rowIndex + 1}`}
                        placeholder={String(testValue)}
                        value={typedRow[name] ?? ''}
                        onChange={(event) => changeValue(rowIndex, name, event.target.value)}
                      />
                    </td>
                  ))}
                  <td className="number">{result === null ? '—' : formatNumber(result)}</td>
                  <td>
                    <Button
                      variant="minimal"
                      icon={<TrashIcon />}
                      aria-label={t('removeNamed', { name: rowIndex + 1 })}
                      onClick={() => setRows(rows.filter((_, index) => index !== rowIndex))}
                    />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      <Button
        icon={<PlusIcon />}
        text={t('addTryOut')}
        disabled={rows.length >= MAX_TEST_ROWS}
        onClick={() => setRows([...rows, {}])}
      />
    </div>
  );
}
