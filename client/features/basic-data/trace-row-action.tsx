import { useState } from 'react';
import type { RecallOrigin } from '#shared/quality/recall.ts';
import type { RowActionsProps } from '#client/crud/entity-page.ts';
import { TraceLink } from '#client/production/recall/trace-link.tsx';

/** The number of days that the trace initially covers. The user can change the time span. */
const TRACED_DAYS = 7;
const DAY_MS = 24 * 60 * 60_000;

/**
 * A link on the page of a machine or a material. It traces the pieces that used the machine or the material in the last
 * days.
 */
export function TraceRowAction({ page, row }: RowActionsProps) {
  const [from] = useState(() => new Date(Date.now() - TRACED_DAYS * DAY_MS).toISOString());
  return <TraceLink what={{ origin: page.entity.name as RecallOrigin, value: String(row.id), from }} />;
}
