/**
 * Rules about several settings together: which others a setting needs.
 *
 *   brokenRules
 */
type Given = Readonly<Record<string, string | undefined>>;

const WITH_ISSUER = ['LACQUER_OIDC_CLIENT_ID', 'LACQUER_OIDC_CLIENT_SECRET', 'LACQUER_PUBLIC_URL'];
function problemsOfOidc(environment: Given): string[] {
  if (environment['LACQUER_OIDC_ISSUER'] === undefined) return [];
  const missing = WITH_ISSUER.filter((key) => environment[key] === undefined);
  return missing.map((key) => `${key}: required when LACQUER_OIDC_ISSUER is set`);
}

const AREA_ADDRESSES = ['BASE', 'EMBARGO', 'PREPROD', 'PROD'].map((name) => `LACQUER_API_${name}_URL`);

/** Browsers refuse a page that came over TLS to call an address without it. */
function problemsOfAddresses(environment: Given): string[] {
  if (!environment['LACQUER_PUBLIC_URL']?.trim().startsWith('https:')) return [];
  const open = AREA_ADDRESSES.filter((key) => environment[key]?.trim().startsWith('http:'));
  return open.map((key) => `${key}: needs https://, because LACQUER_PUBLIC_URL has it`);
}

/** A setting without effect is a mistake that would otherwise be noticed late. */
function problemsOfS3(environment: Given): string[] {
  const given = Object.keys(environment).filter((key) => key.startsWith('LACQUER_S3_'));
  if (given.length > 0 && !environment['LACQUER_BLOBS']?.trim().startsWith('s3://')) {
    return given.map((key) => `${key}: has an effect only when LACQUER_BLOBS is s3://…`);
  }
  const pair = ['LACQUER_S3_ACCESS_KEY_ID', 'LACQUER_S3_SECRET_ACCESS_KEY'];
  const missing = pair.filter((key) => environment[key] === undefined);
  return missing.length === 1
    ? missing.map((key) => `${key}: needed together with ${pair.filter((one) => one !== key).join()}`)
    : [];
}

/** @returns a sentence for each rule that the variables break, which begins with the variable */
export const brokenRules = (environment: Given): string[] => [
  ...problemsOfS3(environment),
  ...problemsOfAddresses(environment),
  ...problemsOfOidc(environment),
];
