// The thread of the planner while the server runs from its sources. The bundled server has `plan-worker.js` instead.
import { register } from 'tsx/esm/api';

register();
await import('./plan-worker.ts');
