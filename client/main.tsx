import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './kit/surfaces.css';
import { App } from './app/app.tsx';
import { reloadForNewBuild } from './app/reload-for-new-build.ts';
import { ignoreKeysFromElsewhere } from './kit/keys-from-elsewhere.ts';
import { setUpWords } from './kit/t.ts';
import { theme } from './kit/theme.ts';
import { loadWords } from './words.ts';
import './kit/tokens.css';

theme.setUp();
reloadForNewBuild();
ignoreKeysFromElsewhere(document);
await setUpWords(loadWords);
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
