type TreePart = Readonly<{ id: number; parentId: number | null }>;

/** Returns the ids of a part and of all parts below it. A part cannot go into any of these. */
export function findPartAndSubParts(parts: readonly TreePart[], id: number): ReadonlySet<number> {
  const partIds = new Set([id]);
  for (let size = 0; size < partIds.size;) {
    size = partIds.size;
    for (const part of parts) if (part.parentId !== null && partIds.has(part.parentId)) partIds.add(part.id);
  }
  return partIds;
}

/**
 * Whether a part may be dropped on another part, or on the top level if the target is null. The server makes the final
 * decision.
 */
export function mayDropPart(parts: readonly TreePart[], partId: number, targetId: number | null): boolean {
  const part = parts.find(({ id }) => id === partId);
  if (!part || part.parentId === targetId) return false;
  return targetId === null || !findPartAndSubParts(parts, partId).has(targetId);
}
