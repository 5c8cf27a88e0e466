/**
 * Settings that belong together, from the variables.
 *
 *   OidcSettings, ProxySettings, AuditSettings
 *   blobsOf, oidcOf, proxyOf, auditOf, addressesOf, hostsOf
 */
import type { EnvironmentValues } from './environment.ts';
import type { BlobLocation } from './platform/blobs/open.ts';
import { isHostName } from './settingAddresses.ts';

/** Self-hosted S3 services have one host name for all buckets, so the bucket is in the path by default. */
export function blobsOf(e: EnvironmentValues, data: string, awsRegion: string | undefined): BlobLocation {
  const location = e.LACQUER_BLOBS ?? { folder: `${data}/blobs` };
  if (location.folder !== undefined) return location;
  const { LACQUER_S3_ENDPOINT: endpoint, LACQUER_S3_ACCESS_KEY_ID: accessKeyId } = e;
  return {
    s3: {
      ...location,
      endpoint,
      region: e.LACQUER_S3_REGION ?? awsRegion ?? 'us-east-1',
      pathStyle: e.LACQUER_S3_PATH_STYLE ?? endpoint !== undefined,
      credentials:
        accessKeyId === undefined ? undefined : { accessKeyId, secretAccessKey: e.LACQUER_S3_SECRET_ACCESS_KEY ?? '' },
      folder: `${data}/s3`,
      cacheBytes: e.LACQUER_S3_CACHE_BYTES,
      freeBytes: e.LACQUER_FREE_SPACE_BYTES,
    },
  };
}

export const oidcOf = (e: EnvironmentValues) =>
  e.LACQUER_OIDC_ISSUER === undefined
    ? undefined
    : {
        issuer: e.LACQUER_OIDC_ISSUER,
        clientId: e.LACQUER_OIDC_CLIENT_ID ?? '',
        clientSecret: e.LACQUER_OIDC_CLIENT_SECRET ?? '',
        /** this application's own address, as browsers see it: its origin and the base path */
        publicUrl: `${new URL(e.LACQUER_PUBLIC_URL ?? '').origin}${e.LACQUER_BASE_PATH}`,
        /** blank-separated */
        scopes: e.LACQUER_OIDC_SCOPES,
        nameClaim: e.LACQUER_OIDC_NAME_CLAIM,
        /** may be a path into objects: `realm_access.roles` */
        rolesClaim: e.LACQUER_OIDC_ROLES_CLAIM,
        /** empty: administrators assign the roles here */
        roles: e.LACQUER_OIDC_ROLES,
        /** of the button */
        label: e.LACQUER_OIDC_LABEL,
      };
export type OidcSettings = NonNullable<ReturnType<typeof oidcOf>>;

export const proxyOf = (e: EnvironmentValues) =>
  e.LACQUER_PROXY_USER_HEADER === undefined
    ? undefined
    : {
        /** whose connections are trusted */
        addresses: e.LACQUER_PROXY_ADDRESSES,
        userHeader: e.LACQUER_PROXY_USER_HEADER,
        /** undefined: administrators assign the roles here */
        rolesHeader: e.LACQUER_PROXY_ROLES_HEADER,
        roles: e.LACQUER_PROXY_ROLES,
      };
export type ProxySettings = NonNullable<ReturnType<typeof proxyOf>>;

export const auditOf = (e: EnvironmentValues, data: string) => ({
  /** `off`, `stdout`, or a folder: one file a day, UTC */
  to: e.LACQUER_AUDIT ?? `${data}/audit`,
  /** files of this many days are kept; 0: all */
  days: e.LACQUER_AUDIT_DAYS,
  /** of all files together, the oldest are deleted first; 0: no limit */
  bytes: e.LACQUER_AUDIT_BYTES,
});
export type AuditSettings = ReturnType<typeof auditOf>;

/** Adds the base path to paths of this server. */
export function addressesOf(e: EnvironmentValues) {
  const addressOf = (address: string) => (URL.canParse(address) ? address : `${e.LACQUER_BASE_PATH}${address}`);
  return {
    base: addressOf(e.LACQUER_API_BASE_URL),
    embargo: addressOf(e.LACQUER_API_EMBARGO_URL),
    preprod: addressOf(e.LACQUER_API_PREPROD_URL),
    prod: addressOf(e.LACQUER_API_PROD_URL),
  };
}

/** The host names in this server's own addresses, lower-case. */
export const hostsOf = (known: readonly (string | undefined)[]): string[] =>
  known.flatMap((text = '') => {
    const name = URL.parse(text)?.hostname ?? text;
    return isHostName(name.toLowerCase()) && name !== '*' ? [name.toLowerCase()] : [];
  });
