// Which addresses are public: everything special-purpose, mapped or embedded is not.
import ipaddr from 'ipaddr.js';

/** Special-purpose networks (IANA registries) that ipaddr.js counts as unicast. */
const special = ['192.0.0.0/24', '192.88.99.0/24', '198.18.0.0/15', '100.64.0.0/10', '0.0.0.0/8', '240.0.0.0/4'];

/** Addresses of the platform below a machine of a large cloud, some of which look public. */
const platforms = [
  // Azure, learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
  '168.63.129.16/32',
  // Google, cloud.google.com/vpc/docs/configure-private-google-access: restricted and private
  '199.36.153.4/30',
  '199.36.153.8/30',
  // IBM, cloud.ibm.com/docs/vpc?topic=vpc-service-endpoints-for-vpc: services, and cloud service endpoints
  '161.26.0.0/16',
  '166.8.0.0/14',
  // Oracle and Alibaba
  '192.0.0.192/32',
  '100.100.100.200/32',
  // Amazon
  'fd00:ec2::/32',
];

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

const specialNetworks = special.map((network) => ipaddr.parseCIDR(network) as Network);
const platformNetworks = platforms.map((network) => ipaddr.parseCIDR(network) as Network);

const isWithin = (address: Address, networks: Network[]): boolean =>
  networks.some(([base, bits]) => base.kind() === address.kind() && address.match(base as never, bits));

/** An IPv4 address in the clothes of IPv6 counts as what it is. */
function parsed(text: string): Address | undefined {
  if (!ipaddr.isValid(text)) return undefined;
  const address = ipaddr.parse(text);
  return address.kind() === 'ipv6' && (address as ipaddr.IPv6).isIPv4MappedAddress()
    ? (address as ipaddr.IPv6).toIPv4Address()
    : address;
}

/** Whether a literal address is public unicast. */
export function isPublicAddress(text: string): boolean {
  const address = parsed(text);
  if (address?.range() !== 'unicast' || isWithin(address, platformNetworks)) return false;
  return address.kind() === 'ipv4'
    ? !isWithin(address, specialNetworks)
    : address.match(ipaddr.parseCIDR('2000::/3') as never);
}

/** What an administrator may name as a target although it is not public; never the metadata service of a cloud. */
const PRIVATE = ['private', 'uniqueLocal', 'carrierGradeNat', 'loopback'];

/** Whether a literal address belongs to a private network or this machine, and to no platform below it. */
export function isPrivateTarget(text: string): boolean {
  const address = parsed(text);
  return address !== undefined && PRIVATE.includes(address.range()) && !isWithin(address, platformNetworks);
}

/** Whether a literal address means this machine. */
export const isLoopback = (text: string): boolean => parsed(text)?.range() === 'loopback';

/** Whether a literal address lies in a network such as `10.0.0.0/8`. */
export function isInNetwork(text: string, network: string): boolean {
  const address = parsed(text);
  return address !== undefined && isWithin(address, [ipaddr.parseCIDR(network) as Network]);
}

/** Whether a text is a network such as `10.0.0.0/8`. */
export const isNetwork = (text: string): boolean => ipaddr.isValidCIDR(text);
