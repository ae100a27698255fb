import type { InputProps } from '#client/kit/fields/input-props.ts';
import { TextFieldInput } from '#client/kit/fields/text-field-input.tsx';
import { useT } from '#client/kit/words/t.ts';

/** The input for the pattern of the barcodes of pieces, with an explanation of the special characters. */
export function BarcodePatternInput(props: InputProps) {
  const t = useT();
  return (
    <>
      <TextFieldInput {...props} />
      <p className="field-hint">{t('barcodePatternHelp')}</p>
    </>
  );
}
