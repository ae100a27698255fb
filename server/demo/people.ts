import { content, wordsOf, type DemoGroup } from './content.ts';

/** Somebody who works in the demonstration factory. */
export interface DemoPerson {
  /** Also what the badge says. */
  code: string;
  name: string;
  role: string;
  /** The code of the work group; null in the offices. */
  group: string | null;
  department: string;
  isHead: boolean;
  /** Works the night shift; in the offices nobody does. */
  isNight: boolean;
  jobLevel: string | null;
}

const LEVELS = ['技师', '高级工', '中级工', '中级工', '初级工'] as const;

function nameMaker(taken: Set<string>): () => string {
  const given = wordsOf(content.givenNames);
  let made = 0;
  return () => {
    for (;;) {
      // The two lists have no common factor: every pair comes once.
      const name = content.surnames[made % content.surnames.length]! + given[(made * 7) % given.length]!;
      made += 1;
      if (taken.has(name)) continue;
      taken.add(name);
      return name;
    }
  };
}

/** Everybody who works in the demonstration factory, always the same people. */
export function demoPeople(): DemoPerson[] {
  const nextName = nameMaker(
    new Set([
      ...content.groups.flatMap((group) => wordsOf(group.named)),
      ...content.office.map((one) => one.name),
    ]),
  );
  const workers = content.groups.flatMap((group: DemoGroup, at) => {
    const named = wordsOf(group.named);
    return Array.from({ length: group.people }, (_, index): DemoPerson => ({
      code: `${group.letter}${(at + 1) * 100 + index + 1}`,
      name: named[index] ?? nextName(),
      role: index < 2 ? '班组长' : '操作工',
      group: group.code,
      department: group.department,
      isHead: index < 2,
      isNight: index % 2 === 1,
      jobLevel: LEVELS[Math.min(index, LEVELS.length - 1)]!,
    }));
  });
  const office = content.office.map((one): DemoPerson => ({
    ...one,
    group: null,
    isHead: false,
    isNight: false,
    jobLevel: null,
  }));
  return [...workers, ...office];
}
