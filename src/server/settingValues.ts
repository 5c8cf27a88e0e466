/**
 * How the text of a setting becomes a value. Each kind has one sentence that says what it accepts, so that an invalid
 * setting is refused in terms that an administrator understands. Addresses are in `settingAddresses.ts`.
 *
 *   text, secret, flag, oneOf, list     plain values
 *   whole, decimal, minutes, bytes      numbers
 *   headerName, rolesByValue            of sign-in
 *   setting, refuse, InvalidValue, piecesOf   to define a kind with
 */
import { z } from 'zod';
import { ROLES, Role } from '../contract/index.ts';

/** Thrown by a parser; the message says what the value should have been. */
export class InvalidValue extends Error {}

/** A setting read by `parse`; blanks around the text are dropped. */
export const setting = <T>(parse: (text: string) => T) =>
  z.string().transform((text, context) => {
    try {
      return parse(text.trim());
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      context.addIssue(error.message);
      return z.NEVER;
    }
  });

export const refuse = (text: string, wanted: string): never => {
  throw new InvalidValue(`"${text}" is not ${wanted}`);
};

export const piecesOf = (text: string): string[] =>
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

export const headerName = setting((value) =>
  /^[A-Za-z0-9-]+$/.test(value) ? value.toLowerCase() : refuse(value, 'the name of a header'),
);

/** `value=ROLE_A+ROLE_B, other=ROLE_C`; a Map, because a value may be named like a property that every object has. */
export const rolesByValue = setting((text) => {
  const map = new Map<string, readonly Role[]>();
  for (const piece of piecesOf(text)) {
    const separator = piece.lastIndexOf('=');
    const roles = z.array(Role).safeParse(
      piece
        .slice(separator + 1)
        .split('+')
        .map((role) => role.trim()),
    );
    const value = piece.slice(0, Math.max(separator, 0)).trim();
    if (value === '' || !roles.success) {
      refuse(piece, `value=ROLE or value=ROLE+ROLE; the roles are ${ROLES.join(', ')}`);
    } else map.set(value, roles.data);
  }
  return map as ReadonlyMap<string, readonly Role[]>;
});
