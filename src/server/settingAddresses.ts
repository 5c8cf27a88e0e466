/**
 * How the text of a setting becomes an address: of a client, a proxy, this server or another one.
 *
 *   hostNames, origins             of browsers and shops
 *   addresses, trustedProxies      IP addresses and networks
 *   webAddress, secureAddress      URLs
 *   areaAddress                    where the web app finds an area's server
 *   basePath                       below which a proxy serves everything
 *   databaseAddress, blobLocation  where data is kept
 *   isHostName
 */
import { isIP } from 'node:net';
import { InvalidValue, piecesOf, refuse, setting } from './settingValues.ts';

const HOST = /^(\*|(\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*)$/;
export const isHostName = (name: string): boolean => HOST.test(name);

export const hostNames = setting((value) =>
  piecesOf(value.toLowerCase()).map((name) =>
    isHostName(name) ? name : refuse(name, 'a name such as images.example.com, *.example.com, or * for any'),
  ),
);

/** As browsers send them: scheme, host, port unless it is the scheme's own. */
export const origins = setting((value) =>
  piecesOf(value).map((piece) => {
    const url = URL.parse(piece);
    const whole = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
    return whole ? url.origin : refuse(piece, 'an origin such as https://shop.example.com, without a path');
  }),
);

export interface Network {
  readonly address: string;
  /** undefined: this address alone */
  readonly bits: number | undefined;
}

function networkOf(piece: string, leastBits: number): Network | undefined {
  const [address = '', mask, ...more] = piece.split('/');
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  if (most === 0 || more.length > 0) return undefined;
  if (mask === undefined) return { address, bits: undefined };
  const bits = /^\d{1,3}$/.test(mask) ? Number(mask) : -1;
  return bits >= leastBits && bits <= most ? { address, bits } : undefined;
}

const NETWORK = 'an address or a network such as 10.0.0.7 or 10.0.0.0/8';

/** `10.0.0.7, 10.1.0.0/16` */
export const addresses = setting((value) =>
  piecesOf(value).map((piece) => networkOf(piece, 0) ?? refuse(piece, NETWORK)),
);

const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

/** What Fastify takes for its trusted proxies. */
export const trustedProxies = setting((value) =>
  piecesOf(value)
    .map((piece) =>
      NAMED_NETWORKS.includes(piece) || networkOf(piece, 1) !== undefined
        ? piece
        : refuse(piece, `${NETWORK}, or one of ${NAMED_NETWORKS.join(', ')}`),
    )
    .join(','),
);

export const webAddress = setting((value) =>
  /^https?:$/.test(URL.parse(value)?.protocol ?? '') ? value : refuse(value, 'an http:// or https:// address'),
);

/** A path of this server, or the whole address of another one; without a slash at the end. Empty: this server's root. */
export const areaAddress = setting((value) => {
  let end = value.length;
  while (value[end - 1] === '/') end -= 1;
  const path = value.slice(0, end);
  if (/^(\/[\w.~-]+)*$/.test(path)) return path;
  const url = URL.parse(path);
  const plain = url !== null && /^https?:$/.test(url.protocol) && `${url.origin}${url.pathname}`.replace(/\/$/, '');
  const known = plain !== false && url?.username === '' && url.search === '' && url.hash === '';
  return known ? plain : refuse(value, 'a path such as /prod, or an address such as https://prod.example.com/prod');
});

/** What the server's own addresses begin with. */
const OWN_PATHS = ['api', 'assets', 'embargo', 'preprod', 'prod'];

/** Without a slash at the end; empty: the root. */
export const basePath = setting((value) => {
  const path = value.replace(/\/$/, '');
  if (path === '') return path;
  const [, first = ''] = /^\/([\w.~-]+)(?:\/[\w.~-]+)*$/.exec(path) ?? [];
  const isTaken = OWN_PATHS.includes(first.toLowerCase());
  const dots = path.split('/').some((part) => part === '.' || part === '..');
  return first !== '' && !isTaken && !dots
    ? path
    : refuse(value, `a path such as /cars that does not begin with /${OWN_PATHS.join(', /')}`);
});

const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/** Secrets are sent to it, so only this machine itself may be reached without TLS. */
export const secureAddress = setting((value) => {
  const url = URL.parse(value);
  const safe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOCAL_HOSTS.includes(url.hostname));
  return safe ? value : refuse(value, 'an https:// address (http:// for localhost only)');
});

const SSL_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];
/** Modes that check the server's certificate, unless the meaning that psql gives them is requested. */
const CHECKED_MODE = /(?<=[?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/;

/** The message never repeats the value: it may hold a password. */
export const databaseAddress = setting((value) => {
  if (/^sqlite:./.test(value)) return value;
  const postgres = /^postgres(ql)?:\/\//.test(value) ? URL.parse(value) : null;
  if (!postgres) throw new InvalidValue('takes sqlite:<file> or postgres://user:password@host/database');
  const mode = postgres.searchParams.get('sslmode');
  if (mode !== null && !SSL_MODES.includes(mode))
    throw new InvalidValue(`there is no sslmode=${mode}; it is one of ${SSL_MODES.join(', ')}`);
  return postgres.searchParams.get('uselibpqcompat') === 'true' ? value : value.replace(CHECKED_MODE, 'verify-full');
});

/** A folder, or `s3://bucket/prefix`. */
export const blobLocation = setting((value) => {
  if (!/^[a-z0-9]+:\/\//i.test(value)) return { folder: value };
  const [, bucket, prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/.exec(value) ?? [];
  const parts = prefix.split('/').filter((part) => part !== '');
  if (bucket === undefined || parts.some((part) => !/^[\w.-]+$/.test(part) || /^\.+$/.test(part))) {
    return refuse(
      value,
      'a folder, or s3://bucket or s3://bucket/prefix; a prefix has letters, digits and the characters . _ - /',
    );
  }
  return { bucket, prefix: parts.map((part) => `${part}/`).join('') };
});
