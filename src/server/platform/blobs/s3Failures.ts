/**
 * What a failure of an S3 service means.
 *
 *   BlobSettingNames
 *   isAbsent   there is no such object
 *   reasonOf   explains a failure to an administrator
 */

/** Names of settings, for messages. */
export interface BlobSettingNames {
  /** the setting that says where the store is */
  readonly store: string;
  /** the setting that names the folder on this machine */
  readonly folder: string;
  readonly keyId: string;
  readonly secretKey: string;
  readonly region: string;
}

type Failure = { name?: string; message?: string; code?: string; $metadata?: { httpStatusCode?: number } };

export const isAbsent = (error: unknown) =>
  ['NotFound', 'NoSuchKey', 'NoSuchUpload'].includes((error as Failure).name ?? '');

export function reasonOf(error: unknown, names: Pick<BlobSettingNames, 'keyId' | 'secretKey' | 'region'>): string {
  const { name, message, code, $metadata } = ((error as Error).cause ?? error) as Failure;
  const status = $metadata?.httpStatusCode;
  if (name === 'NoSuchBucket' || name === 'NotFound') return 'there is no such bucket';
  if (name === 'CredentialsProviderError') {
    return `there are no credentials: set ${names.keyId} and ${names.secretKey}, or give the process a role`;
  }
  if (status === 301 || name === 'PermanentRedirect' || name === 'AuthorizationHeaderMalformed') {
    return `the bucket is in another region (${message}): set ${names.region}`;
  }
  if (status === 403) {
    return `the credentials are wrong, or lack the right to list, read, write and delete there (${name})`;
  }
  return `it does not answer like S3 (${[code ?? name, message].filter((part) => part !== undefined && part !== '').join(': ')})`;
}
