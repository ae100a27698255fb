import { toHalfWidth } from '#shared/kernel/typed-text.ts';
import type { Lang } from '#shared/kernel/lang.ts';
import type { ImportProblems } from '../import/problems.ts';
import type { PlanOrder, PlanPart } from './plan-records.ts';

/** Finds the parent of each part by its code. An unknown code is reported as a problem. */
function linkPartsToParents(order: PlanOrder, lang: Lang, problems: ImportProblems): void {
  for (const part of order.parts.values()) {
    const text = part.values['parentCode'];
    if (typeof text !== 'string') continue;
    const code = toHalfWidth(text).trim();
    part.parent = order.parts.get(code) ?? null;
    if (part.parent) continue;
    // Some lists name the order itself as the parent of its root parts.
    if (code === order.code) continue;
    part.wrongFields.add('parentCode');
    problems.addByName(part.locate('parentCode', lang), text, 'noSuchPart', { order: order.code, code });
  }
}

/**
 * Links the parts of an order with their parents, and sorts them so that each part comes after its parent. A part that
 * is its own ancestor is reported as a problem, and becomes a root part.
 */
export function arrangeParts(order: PlanOrder, lang: Lang, problems: ImportProblems): PlanPart[] {
  linkPartsToParents(order, lang, problems);
  const arrangedParts = new Set<PlanPart>();
  for (const part of order.parts.values()) {
    const path: PlanPart[] = [];
    for (
      let ancestor: PlanPart | null = part;
      ancestor && !arrangedParts.has(ancestor);
      ancestor = ancestor.parent
    ) {
      if (path.includes(ancestor)) {
        problems.addByName(
          ancestor.locate('parentCode', lang),
          ancestor.values['parentCode'],
          'parentCycle',
          {
            code: ancestor.code,
          },
        );
        ancestor.wrongFields.add('parentCode');
        ancestor.parent = null;
        break;
      }
      path.push(ancestor);
    }
    for (const pathPart of path.reverse()) arrangedParts.add(pathPart);
  }
  return [...arrangedParts];
}
