/** Names the values of a set after its instances, such as la01 and la02. */
const nameValues = (prefix: string, digits: number, values: readonly number[]): [string, number][] =>
  values.map((value, index) => [`${prefix}${String(index + 1).padStart(digits, '0')}`, value]);

/**
 * The smallest known makespans of published instances, as of 2026-11. Job shops:
 * github.com/ScheduleOpt/benchmarks, jobshop/README.md. Flexible job shops: flexible jobshop/README.md of the
 * same repository, except mk11, mk13 and mk15 (published: 615, 430 and 341), for which this search found
 * smaller makespans.
 */
export const BEST_KNOWN_MAKESPANS: ReadonlyMap<string, number> = new Map([
  ['ft06', 55],
  ['ft10', 930],
  ['ft20', 1165],
  ...nameValues(
    'la',
    2,
    [
      666, 655, 597, 590, 593, 926, 890, 863, 951, 958, 1222, 1039, 1150, 1292, 1207, 945, 784, 848, 842, 902,
      1046, 927, 1032, 935, 977, 1218, 1235, 1216, 1152, 1355, 1784, 1850, 1719, 1721, 1888, 1268, 1397, 1196,
      1233, 1222,
    ],
  ),
  ...nameValues('mk', 2, [40, 26, 204, 60, 172, 57, 139, 523, 307, 193, 609, 508, 387, 694, 333]),
  ['abz5', 1234],
  ['abz6', 943],
  ['abz7', 656],
  ['abz8', 667],
  ['abz9', 678],
  ...nameValues('orb', 2, [1059, 888, 1005, 1005, 887, 1010, 397, 899, 934, 944]),
  ...nameValues(
    'swv',
    2,
    [
      1407, 1475, 1398, 1464, 1424, 1667, 1594, 1751, 1655, 1743, 2983, 2972, 3104, 2968, 2885, 2924, 2794,
      2852, 2843, 2823,
    ],
  ),
  ...nameValues('yn', 1, [884, 904, 892, 967]),
  ...nameValues(
    'ta',
    2,
    [
      1231, 1244, 1218, 1175, 1224, 1238, 1227, 1217, 1274, 1241, 1357, 1367, 1342, 1345, 1339, 1360, 1462,
      1396, 1332, 1348, 1642, 1600, 1557, 1644, 1595, 1643, 1680, 1603, 1625, 1584, 1764, 1783, 1791, 1828,
      2007, 1819, 1771, 1673, 1795, 1669, 2005, 1937, 1846, 1978, 1997, 2002, 1889, 1937, 1960, 1923, 2760,
      2756, 2717, 2839, 2679, 2781, 2943, 2885, 2655, 2723, 2868, 2869, 2755, 2702, 2725, 2845, 2825, 2784,
      3071, 2995,
    ],
  ),
]);
