import { createHash } from 'node:crypto';
import { demoContent, splitAtSpaces, type DemoWorkGroup } from './content.ts';

/** An employee of the demonstration factory. */
export interface DemoPerson {
  code: string;
  /** The code on the badge: eight digits from a hash of the employee code. */
  badge: string;
  name: string;
  role: string;
  /** The code of the work group; null for office staff. */
  group: string | null;
  department: string;
  isHead: boolean;
  /** Whether the person works in the night shift; false for office staff. */
  isNight: boolean;
  jobLevel: string | null;
}

const JOB_LEVELS = ['技师', '高级工', '中级工', '中级工', '初级工'] as const;

const BADGE_DIGITS = 8;

/** Makes the badge code of an employee. The same employee code always gives the same badge code. */
const makeDemoBadge = (code: string): string =>
  String(
    createHash('sha256').update(`demonstration badge ${code}`).digest().readUIntBE(0, 6) % 10 ** BADGE_DIGITS,
  ).padStart(BADGE_DIGITS, '0');

function createNameGenerator(takenNames: Set<string>): () => string {
  const givenNames = splitAtSpaces(demoContent.givenNames);
  let triedNameCount = 0;
  return () => {
    for (;;) {
      // The lengths of the two lists, 40 and 31, have no common divisor except 1. Every pair of names is
      // therefore used once before a pair repeats.
      const name =
        demoContent.surnames[triedNameCount % demoContent.surnames.length]! +
        givenNames[(triedNameCount * 7) % givenNames.length]!;
      triedNameCount += 1;
      if (takenNames.has(name)) continue;
      takenNames.add(name);
      return name;
    }
  };
}

/** Returns all employees of the demonstration factory. Every call returns the same employees. */
export function listDemoPeople(): DemoPerson[] {
  const getNextName = createNameGenerator(
    new Set([
      ...demoContent.groups.flatMap((group) => splitAtSpaces(group.fixedNames)),
      ...demoContent.office.map((person) => person.name),
    ]),
  );
  const workers = demoContent.groups.flatMap((group: DemoWorkGroup, groupIndex) => {
    const fixedNames = splitAtSpaces(group.fixedNames);
    return Array.from({ length: group.people }, (_, index): Omit<DemoPerson, 'badge'> => ({
      code: `${group.letter}${(groupIndex + 1) * 100 + index + 1}`,
      name: fixedNames[index] ?? getNextName(),
      role: index < 2 ? '班组长' : '操作工',
      group: group.code,
      department: group.department,
      isHead: index < 2,
      isNight: index % 2 === 1,
      jobLevel: JOB_LEVELS[Math.min(index, JOB_LEVELS.length - 1)]!,
    }));
  });
  const office = demoContent.office.map((person): Omit<DemoPerson, 'badge'> => ({
    ...person,
    group: null,
    isHead: false,
    isNight: false,
    jobLevel: null,
  }));
  return [...workers, ...office].map((person) => ({ ...person, badge: makeDemoBadge(person.code) }));
}
