import { Button, DialogBody, DialogFooter, Radio } from '@blueprintjs/core';
import { useMemo, useState } from 'react';
import type { FieldMap } from '#shared/kernel/fields.ts';
import { Dialog } from '#client/kit/elements/dialog.tsx';
import { getFieldTitle } from '#client/kit/fields/get-field-title.ts';
import { formatMoment } from '#client/kit/words/formats.ts';
import type { RawFormValues } from '#client/kit/forms/use-form.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import type { AnyRow } from '../row.ts';
import { mergeValues, findRecordDifferences } from './record-differences.ts';
import { toFormValues } from './form-values.ts';
import { ValueInWords } from '../value-in-words.tsx';
import '#client/kit/tables/plain-table.css';
import './conflict-dialog.css';

interface Props {
  fields: FieldMap;
  before: RawFormValues;
  mine: RawFormValues;
  /** The record as it is stored now. */
  theirs: AnyRow;
  onCancel: () => void;
  /** Called with the merged values. */
  onChoose: (values: RawFormValues) => void;
}

/**
 * Tells who changed a record while the user was editing it, and when. Lists the fields whose values now
 * differ. The user chooses a value for each conflicting field.
 */
export function ConflictDialog({ fields, before, mine, theirs, onCancel, onChoose }: Props) {
  const t = useT();
  const zone = useTimeZone();
  const differences = useMemo(
    () => findRecordDifferences(fields, before, mine, toFormValues(fields, theirs)),
    [fields, before, mine, theirs],
  );
  const [ownFieldNames, setOwnFieldNames] = useState<ReadonlySet<string>>(
    () => new Set(differences.map(({ name }) => name)),
  );
  const chooseValue = (name: string, shouldKeepOwn: boolean) =>
    setOwnFieldNames((currentNames) => {
      const newNames = new Set(currentNames);
      if (shouldKeepOwn) newNames.add(name);
      else newNames.delete(name);
      return newNames;
    });
  return (
    <Dialog
      isOpen
      onClose={onCancel}
      title={t('staleTitle')}
      isCloseButtonShown={false}
      className="stale-dialog"
    >
      <DialogBody>
        <p>{t('staleText', { by: theirs.updatedBy, at: formatMoment(theirs.updatedAt, zone) })}</p>
        {differences.length > 0 ? (
          <table className="plain-table">
            <thead>
              <tr>
                <td />
                <th scope="col">{t('staleMine')}</th>
                <th scope="col">{t('staleTheirs', { by: theirs.updatedBy })}</th>
              </tr>
            </thead>
            <tbody>
              {differences.map(
                ({ name, mine: ownValue, theirs: otherValue, before: oldValue, isConflict }) => {
                  const field = fields[name]!;
                  const label = getFieldTitle(name, field, t);
                  return (
                    <tr key={name}>
                      <th scope="row">{label}</th>
                      <td>
                        {isConflict ? (
                          <Radio
                            name={name}
                            checked={ownFieldNames.has(name)}
                            onChange={() => chooseValue(name, true)}
                          >
                            <ValueInWords field={field} value={ownValue} />
                          </Radio>
                        ) : (
                          <span className="stale-old">
                            <ValueInWords field={field} value={oldValue} />
                          </span>
                        )}
                      </td>
                      <td>
                        {isConflict ? (
                          <Radio
                            name={name}
                            checked={!ownFieldNames.has(name)}
                            onChange={() => chooseValue(name, false)}
                          >
                            <ValueInWords field={field} value={otherValue} />
                          </Radio>
                        ) : (
                          <ValueInWords field={field} value={otherValue} />
                        )}
                      </td>
                    </tr>
                  );
                },
              )}
            </tbody>
          </table>
        ) : (
          <p>{t('staleNoConflict')}</p>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('cancel')} onClick={onCancel} />
            <Button
              intent="primary"
              text={t('staleSave')}
              onClick={() => onChoose(mergeValues(mine, differences, ownFieldNames))}
            />
          </>
        }
      />
    </Dialog>
  );
}
