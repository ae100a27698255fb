import { DialogBody, Switch } from '@blueprintjs/core';
import { Fragment } from 'react';
import type { TermKey } from '#shared/terms/index.ts';
import { Dialog } from '#client/kit/elements/dialog.tsx';
import { singleKeyShortcuts } from '#client/kit/shortcuts/single-keys.ts';
import { useT } from '#client/kit/words/t.ts';
import './shortcut-sheet.css';

/** The keyboard shortcuts. "|" separates alternatives, "+" joins keys that are pressed together. */
const SHORTCUT_SECTIONS: readonly {
  title: TermKey;
  keys: readonly (readonly [keys: string, means: TermKey])[];
}[] = [
  {
    title: 'everywhere',
    keys: [
      ['Ctrl+K', 'findAnything'],
      ['?', 'keyShortcuts'],
      ['Tab', 'keySkip'],
      ['Esc', 'keyClose'],
    ],
  },
  {
    title: 'inLists',
    keys: [
      ['/', 'keySearch'],
      ['n', 'keyNew'],
      ['↑|↓', 'keyWalk'],
      ['Home|End', 'keyEnds'],
      ['PgUp|PgDn', 'keyPages'],
      ['Space', 'keySelect'],
      ['Enter', 'keyOpen'],
      ['←|→', 'keyFold'],
      ['Delete', 'keyDelete'],
    ],
  },
  {
    title: 'inForms',
    keys: [
      ['Ctrl+S', 'keySave'],
      ['Ctrl+Enter', 'keySubmit'],
      ['↓|Enter', 'keyChoose'],
      ['Enter', 'keyAddLine'],
      ['Ctrl+Delete', 'keyRemoveLine'],
    ],
  },
];

/** Lists the keyboard shortcuts. The switch turns single-key shortcuts on and off. */
export function ShortcutSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useT();
  const areSingleKeysOn = singleKeyShortcuts.useAreEnabled();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('shortcuts')} className="shortcut-sheet">
      <DialogBody className="shortcut-body">
        {SHORTCUT_SECTIONS.map(({ title, keys }) => (
          <section key={title}>
            <h3>{t(title)}</h3>
            <dl>
              {keys.map(([combination, meaning]) => (
                <div key={`${combination} ${meaning}`}>
                  <dt>
                    {combination.split('|').map((alternative, index) => (
                      <Fragment key={alternative}>
                        {index > 0 && ' / '}
                        {alternative.split('+').map((key, keyIndex) => (
                          <Fragment key={key}>
                            {keyIndex > 0 && ' + '}
                            <kbd>{key}</kbd>
                          </Fragment>
                        ))}
                      </Fragment>
                    ))}
                  </dt>
                  <dd>{t(meaning)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <Switch
          checked={areSingleKeysOn}
          label={t('singleKeys')}
          onChange={(event) => singleKeyShortcuts.setEnabled(event.currentTarget.checked)}
        />
      </DialogBody>
    </Dialog>
  );
}
