import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '#client/kit/look/surfaces.css';
import { App } from './app/app.tsx';
import { enableReloadForNewBuild } from './app/reload-for-new-build.ts';
import { ignoreComposingKeys } from '#client/kit/shortcuts/composing-keys.ts';
import { ignoreKeysPressedElsewhere } from '#client/kit/shortcuts/keys-from-elsewhere.ts';
import { setUpWords } from '#client/kit/words/t.ts';
import { theme } from '#client/kit/look/theme.ts';
import { loadWords } from './words.ts';
import '#client/kit/look/tokens.css';

theme.setUp();
enableReloadForNewBuild();
ignoreComposingKeys(window);
ignoreKeysPressedElsewhere(document);
await setUpWords(loadWords);
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
