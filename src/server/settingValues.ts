/**
 * How the text of a setting becomes a value. Each kind has one sentence that says what it accepts, so that an invalid
 * setting is refused in terms that an administrator understands.
 *
 *   text, secret, flag, oneOf      plain values
 *   whole, decimal, bytes          numbers
 *   list, hostNames, origins       lists, joined by commas
 *   addresses, trustedProxies      IP addresses and networks
 *   webAddress, secureAddress      URLs
 *   areaAddress                    where the web app finds an area's server
 *   basePath                       below which a proxy serves everything
 *   databaseAddress, blobLocation  where data is kept
 *   headerName, rolesByValue       of sign-in
 */
import { isIP } from 'node:net';
import { z } from 'zod';
import { ROLES, Role } from '../contract/index.ts';

/** Thrown by a parser; the message says what the value should have been. */
class InvalidValue extends Error {}

/** A setting read by `parse`; blanks around the text are dropped. */
const setting = <T>(parse: (text: string) => T) =>
  z.string().transform((text, context) => {
    try {
      return parse(text.trim());
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      context.addIssue(error.message);
      return z.NEVER;
    }
  });

const refuse = (text: string, wanted: string): never => {
  throw new InvalidValue(`"${text}" is not ${wanted}`);
};

const piecesOf = (text: string): string[] =>
  text
    .split(',')
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');

/** @param most characters */
export const text = (most = Infinity) =>
  setting((value) => (value.length <= most ? value : refuse(value, `a text of at most ${most} characters`)));

/** A password: never trimmed and never repeated in a message. */
export const secret = ({ least = 1 } = {}) =>
  z.string().refine((value) => value.length >= least, `needs at least ${least} characters`);

export const flag = setting((value) => {
  if (/^(true|1|yes|y|on|enabled)$/i.test(value)) return true;
  if (/^(false|0|no|n|off|disabled)$/i.test(value)) return false;
  return refuse(value, 'true or false');
});

export const oneOf = <const T extends string>(values: readonly T[]) =>
  setting((value) => values.find((one) => one === value) ?? refuse(value, `one of ${values.join(', ')}`));

const rangeOf = (kind: string, from: number, to: number) =>
  to === Infinity ? `${kind} of ${from} or more` : `${kind} from ${from} to ${to}`;

export const whole = (from: number, to = Infinity) =>
  setting((value) => {
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
    return number >= from && number <= to ? number : refuse(value, rangeOf('a whole number', from, to));
  });

export const decimal = (from: number) =>
  setting((value) => {
    const number = /^\d{1,9}(\.\d{1,9})?$/.test(value) ? Number(value) : Number.NaN;
    return number >= from ? number : refuse(value, rangeOf('a number', from, Infinity));
  });

export const minutes = setting((value) => {
  const number = /^\d{1,9}(\.\d{1,9})?$/.test(value) ? Number(value) : 0;
  return number > 0 ? number : refuse(value, 'a number of minutes above 0');
});

const UNITS = { '': 1, b: 1, kib: 1024, mib: 1024 ** 2, gib: 1024 ** 3, tib: 1024 ** 4 } as const;

/** `1073741824` or `1 GiB` */
export const bytes = (from: number) =>
  setting((value) => {
    const [, digits = '', unit = ''] = /^(\d{1,15}) ?(B|KiB|MiB|GiB|TiB|)$/i.exec(value) ?? [];
    const number = digits === '' ? Number.NaN : Number(digits) * UNITS[unit.toLowerCase() as keyof typeof UNITS];
    const wanted = `a number of bytes such as 1073741824 or 1 GiB${from > 0 ? `, ${from} or more` : ''}`;
    return number >= from && Number.isSafeInteger(number) ? number : refuse(value, wanted);
  });

/** Values from a known list, joined by commas. */
export const list = <const T extends string>(values: readonly T[]) =>
  setting((value) => {
    const pieces = piecesOf(value).map(
      (piece) => values.find((one) => one === piece) ?? refuse(piece, `one of ${values.join(', ')}`),
    );
    return pieces.length > 0 ? [...new Set(pieces)] : refuse(value, `a list of ${values.join(', ')}`);
  });

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

export const headerName = setting((value) =>
  /^[A-Za-z0-9-]+$/.test(value) ? value.toLowerCase() : refuse(value, 'the name of a header'),
);

/** `value=ROLE_A+ROLE_B, other=ROLE_C`; a Map, because a value may be named like a property that every object has. */
export const rolesByValue = setting((text) => {
  const map = new Map<string, readonly Role[]>();
  for (const piece of piecesOf(text)) {
    const cut = piece.lastIndexOf('=');
    const roles = z.array(Role).safeParse(
      piece
        .slice(cut + 1)
        .split('+')
        .map((role) => role.trim()),
    );
    const value = piece.slice(0, Math.max(cut, 0)).trim();
    if (value === '' || !roles.success) {
      refuse(piece, `value=ROLE or value=ROLE+ROLE; the roles are ${ROLES.join(', ')}`);
    } else map.set(value, roles.data);
  }
  return map as ReadonlyMap<string, readonly Role[]>;
});
