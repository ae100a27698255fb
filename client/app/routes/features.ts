import type { Feature } from '#client/crud/pages/feature.ts';
import * as boards from '../board-pages/routes.tsx';
import * as andon from '#client/features/andon/routes.tsx';
import * as approval from '#client/features/approval/routes.tsx';
import * as basicData from '#client/features/basic-data/routes.tsx';
import * as calendar from '#client/features/calendar/routes.tsx';
import * as center from '#client/features/center/routes.tsx';
import * as classification from '#client/features/classification/routes.tsx';
import * as column from '#client/features/column/routes.tsx';
import * as cost from '#client/features/cost/routes.tsx';
import * as craft from '#client/features/craft/routes.tsx';
import * as customForm from '#client/features/custom-form/routes.tsx';
import * as download from '#client/features/download/routes.tsx';
import * as employee from '#client/features/employee/routes.tsx';
import * as factory from '#client/features/factory/routes.tsx';
import * as formula from '#client/features/formula/routes.tsx';
import * as gauge from '#client/features/gauge/routes.tsx';
import * as group from '#client/features/group/routes.tsx';
import * as kanban from '../kanban-pages/routes.tsx';
import * as job from '#client/features/job/routes.tsx';
import * as log from '#client/features/log/routes.tsx';
import * as offline from '#client/features/offline/routes.tsx';
import * as order from '#client/features/order/routes.tsx';
import * as outsourcing from '#client/features/outsourcing/routes.tsx';
import * as params from '#client/features/params/routes.tsx';
import * as plan from '#client/features/plan/routes.tsx';
import * as progress from '#client/features/progress/routes.tsx';
import * as project from '#client/features/project/routes.tsx';
import * as inspection from '#client/features/inspection/routes.tsx';
import * as recall from '#client/features/recall/routes.tsx';
import * as quality from '#client/features/quality/routes.tsx';
import * as recovery from '#client/features/recovery/routes.tsx';
import * as reporting from '#client/features/reporting/routes.tsx';
import * as role from '#client/features/role/routes.tsx';
import * as screen from '#client/features/screen/routes.tsx';
import * as terminal from '#client/features/terminal/routes.tsx';

/** All features that contribute pages to the application. */
export const features: readonly Feature[] = [
  andon,
  approval,
  basicData,
  boards,
  calendar,
  center,
  classification,
  column,
  cost,
  craft,
  customForm,
  download,
  employee,
  factory,
  formula,
  gauge,
  group,
  job,
  kanban,
  log,
  offline,
  order,
  outsourcing,
  params,
  plan,
  progress,
  project,
  inspection,
  recall,
  quality,
  recovery,
  reporting,
  role,
  screen,
  terminal,
];
