import type { UIMatch } from 'react-router-dom';
import type { Permission } from '#shared/kernel/permissions.ts';
import type { TermKey } from '#shared/terms/index.ts';

/** What a route says of its page: who may see it and how it is called. */
export interface PageHandle {
  /** Needs no sign-in. */
  readonly isPublic?: true;
  readonly permission?: Permission | readonly Permission[];
  readonly title?: TermKey;
  /** Where its breadcrumb leads; the route's own path where absent. */
  readonly path?: string;
}

/** The handle of a matched route. */
export const handleOf = (match: UIMatch): PageHandle => (match.handle as PageHandle | undefined) ?? {};
