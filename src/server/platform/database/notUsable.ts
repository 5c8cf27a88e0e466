/**
 * Explains to the administrator who starts the server why a database cannot be used.
 *
 *   databaseNameOf       an address without its password
 *   databaseNotUsable    any error of opening or migrating -> NotUsable; undefined if there is no explanation for it
 */
import { NotUsable } from '../notUsable.ts';
import { Unavailable } from '../unavailable.ts';

interface Failure {
  readonly code?: string;
  readonly message?: string;
  readonly hostname?: string;
  readonly path?: string;
  readonly errors?: readonly Failure[];
}

const CERTIFICATE = /CERT|UNABLE_TO_(VERIFY|GET_ISSUER)|SELF_SIGNED/;

/** Explains error codes of PostgreSQL and of the network. */
function postgresReason({ code = '', message = '', hostname = '', path = '' }: Failure): string | undefined {
  if (code === 'ECONNREFUSED') return 'nothing answers there. Is PostgreSQL running, and is the port right?';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `there is no machine named ${hostname}.`;
  if (['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ECONNRESET'].includes(code) || /timeout/i.test(message)) {
    return 'it does not answer. Does a firewall block the connection?';
  }
  if (CERTIFICATE.test(code)) {
    return `its TLS certificate is not trusted (${message}). Name your own certificate authority with sslrootcert=<file>, or encrypt without verification with sslmode=require&uselibpqcompat=true.`;
  }
  if (/does not support SSL/i.test(message)) return 'it does not support TLS. Remove sslmode or set up TLS there.';
  if (code === 'ENOENT') return `there is no file ${path}.`;
  if (code === '28P01' || code === '28000') return 'the user name or the password is wrong.';
  if (code === '3D000') return 'there is no such database. Create it first: createdb.';
  if (code === '42501') return 'the user may not create tables there. Make it the owner of the database.';
  if (code.startsWith('57P0')) return 'it is starting or stopping. Try again.';
  if (code === '53300') return 'it has too many connections already.';
  return undefined;
}

function sqliteReason({ code = '', message = '' }: Failure): string | undefined {
  if (/not a database/i.test(message)) return 'it is not an SQLite database. Restore a backup into an empty folder.';
  if (/malformed|corrupt/i.test(message)) return 'it is damaged. Restore a backup into an empty folder.';
  if (/unable to open/i.test(message))
    return 'it cannot be opened. Does this account have permission to read and write it?';
  if (/readonly/i.test(message)) return 'it cannot be written. Does this account have permission to write it?';
  if (/database is locked/i.test(message)) return 'another process keeps it locked.';
  if (/disk is full/i.test(message) || code === 'ENOSPC') return 'the disk is full. Free some space first.';
  if (/disk I\/O error/i.test(message)) return 'the disk cannot be read or written, or is full.';
  return undefined;
}

/** Host and database without the password. */
export function databaseNameOf(url: string): string {
  const parsed = url.startsWith('sqlite:') ? undefined : URL.parse(url);
  return parsed ? `${parsed.host}${parsed.pathname}` : url.replace(/^sqlite:/, '');
}

/** @param setting name of the setting that the database comes from; begins the message */
export function databaseNotUsable(url: string, error: unknown, setting: string): NotUsable | undefined {
  if (error instanceof NotUsable) return error;
  // The reason is in the cause of an Unavailable.
  const failure = (error instanceof Unavailable ? error.cause : error) as Failure;
  // For a host name with several addresses, there is one error for each.
  const each = [failure, ...(failure.errors ?? [])];
  const reasonOf = url.startsWith('sqlite:') ? sqliteReason : postgresReason;
  const reason = each.map(reasonOf).find((words) => words !== undefined);
  if (reason === undefined) return undefined;
  return new NotUsable(`${setting}: the database ${databaseNameOf(url)} cannot be used: ${reason}`, { cause: error });
}
