import { readdirSync, readFileSync } from 'node:fs';

/** Reads a file of a process; '' if the process has ended. */
function readProcessFile(pid: number | string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

/** Lists the processes that a process has started, directly or through others. */
function listDescendants(rootPid: number): number[] {
  const childrenByParent = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parentPid = Number(readProcessFile(name, 'stat').split(') ')[1]?.split(' ')[1]);
    childrenByParent.set(parentPid, [...(childrenByParent.get(parentPid) ?? []), Number(name)]);
  }
  const collectDescendants = (pid: number): number[] =>
    (childrenByParent.get(pid) ?? []).flatMap((child) => [child, ...collectDescendants(child)]);
  return collectDescendants(rootPid);
}

/**
 * Returns the memory of all processes of the browser that this process has started, in KB. Memory that several
 * processes share counts once.
 */
export function readBrowserMemoryKb(): number {
  return listDescendants(process.pid)
    .filter((pid) => readProcessFile(pid, 'cmdline').includes('chrom'))
    .reduce(
      (sum, pid) => sum + Number(/^Pss:\s+(\d+)/m.exec(readProcessFile(pid, 'smaps_rollup'))?.[1] ?? 0),
      0,
    );
}
