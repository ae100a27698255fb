import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import type { AllowedHost } from '../../call/route.ts';

/**
 * The networks of loopback, link-local and other special addresses. Usually no file server has an address in
 * them.
 */
const SPECIAL_NETWORKS = [
  ['0.0.0.0', 8, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 96, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
  // These addresses contain an IPv4 address, which may be special.
  ['64:ff9b::', 96, 'ipv6'],
  ['2002::', 16, 'ipv6'],
] as const;
/**
 * The minimum prefix length of a settings entry that allows special addresses. An entry with a shorter prefix
 * covers many addresses, so it does not show that the special addresses are intended.
 */
const MIN_PREFIX_FOR_SPECIAL_ADDRESSES = { ipv4: 8, ipv6: 8 } as const;

const specialAddresses = new BlockList();
for (const [address, prefix, family] of SPECIAL_NETWORKS) specialAddresses.addSubnet(address, prefix, family);

const getAddressFamily = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 4 ? 'ipv4' : 'ipv6');
const isSpecialAddress = (address: string): boolean =>
  specialAddresses.check(address, getAddressFamily(address));

function isInNetwork(address: string, { host, prefix }: AllowedHost): boolean {
  if (prefix === null) return false;
  const network = new BlockList();
  network.addSubnet(host, prefix, getAddressFamily(host));
  return network.check(address, getAddressFamily(address));
}

/** Whether an entry of the settings allows special addresses. */
const allowsSpecialAddresses = ({ host, prefix }: AllowedHost): boolean =>
  prefix !== null &&
  isSpecialAddress(host) &&
  prefix >= MIN_PREFIX_FOR_SPECIAL_ADDRESSES[getAddressFamily(host)];

const matchesHostName = (host: string, entry: AllowedHost): boolean =>
  entry.prefix === null &&
  (entry.host.startsWith('*.') ? host.endsWith(entry.host.slice(1)) : host === entry.host);

/**
 * Finds the entries of the settings that allow a connection to a host and port. It does not look up the name, so
 * the answer does not reveal which hosts exist.
 */
function findAllowingEntries(
  host: string,
  port: number,
  usualPort: number,
  hosts: readonly AllowedHost[],
): AllowedHost[] {
  return hosts.filter(
    (entry) =>
      (entry.port ?? usualPort) === port &&
      (isIP(host) === 0 ? matchesHostName(host, entry) : isInNetwork(host, entry)),
  );
}

/**
 * Finds the address at which the server may connect to a host. A name is looked up once, and the connection
 * uses the address that was checked. A special address is allowed only if the settings list it explicitly.
 * @param usualPort the port of entries that have no port
 * @param lookUpName finds all addresses of a name
 * @returns 'notAllowed' if the settings do not list the host; null if any of its addresses is not allowed
 * @throws Error if the name cannot be looked up, or has no address
 */
export async function findAllowedAddress(
  { host: requestedHost, port, usualPort }: { host: string; port: number; usualPort: number },
  hosts: readonly AllowedHost[],
  lookUpName: (name: string) => Promise<{ address: string }[]> = (name) => lookup(name, { all: true }),
): Promise<{ address: string } | 'notAllowed' | null> {
  const host = requestedHost.toLowerCase().replace(/\.$/, '');
  const entries = findAllowingEntries(host, port, usualPort, hosts);
  if (entries.length === 0) return 'notAllowed';
  const foundAddresses = isIP(host) === 0 ? await lookUpName(host) : [{ address: host }];
  const addresses = foundAddresses.map(({ address }) => address.replace(/%.*$/, ''));
  if (addresses.length === 0) throw new Error('The host has no address');
  const isAllowed = (address: string): boolean =>
    !isSpecialAddress(address) ||
    hosts.some(
      (entry) =>
        (entry.port ?? usualPort) === port && allowsSpecialAddresses(entry) && isInNetwork(address, entry),
    );
  return addresses.every(isAllowed) ? { address: addresses[0]! } : null;
}
