/**
 * Sign-in by OpenID Connect: code flow with PKCE, state and nonce. The state of a sign-in is in a cookie of the
 * browser that began it, so nobody can finish a sign-in that somebody else began.
 *
 *   Oidc, openOidc
 *   rolesOf       claims -> roles
 *   safeReturn    limits an address to paths of this application
 */
import * as client from 'openid-client';
import { z } from 'zod';
import type { Role } from '../../contract/index.ts';
import type { OidcSettings } from '../settingGroups.ts';
import type { ProvenIdentity } from './provenUsers.ts';
import { SignInFailure } from './signInFailure.ts';

const PendingSignIn = z.object({ verifier: z.string(), state: z.string(), nonce: z.string(), returnTo: z.string() });
const TIMEOUT_SECONDS = 10;

export interface Oidc {
  readonly label: string;
  /** @returns the address to send the browser to, and the state for its cookie. @throws SignInFailure */
  begin(returnTo: string | undefined): Promise<{ url: string; pending: string }>;
  /** @param query of the callback. @throws SignInFailure */
  finish(query: URLSearchParams, pending: string | undefined): Promise<{ proven: ProvenIdentity; next: string }>;
  /** the provider's page that ends its own session; null if it has none */
  endSessionUrl(): Promise<string | null>;
  /** the address of a page of this application */
  page(path: string): string;
}

/** @param path claim, or claims joined by dots */
const claimAt = (claims: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, key)
          ? (value as Record<string, unknown>)[key]
          : undefined,
      claims,
    );

export function rolesOf(claims: unknown, { rolesClaim, roles }: Pick<OidcSettings, 'rolesClaim' | 'roles'>): Role[] {
  const found = claimAt(claims, rolesClaim);
  const values = Array.isArray(found) ? found : typeof found === 'string' ? found.split(/[ ,]+/) : [];
  return [...new Set(values.flatMap((value) => (typeof value === 'string' ? (roles.get(value) ?? []) : [])))];
}

/**
 * @param publicUrl origin and base path
 * @returns the path below the base path; '/' for everything that is not a page of this application
 */
export function safeReturn(wanted: string | undefined, publicUrl: string): string {
  if (wanted === undefined || !/^\/(?![/\\])/.test(wanted)) return '/';
  const url = URL.parse(wanted, publicUrl);
  const home = new URL(publicUrl);
  const base = home.pathname.replace(/\/$/, '');
  if (url?.origin !== home.origin || !`${url.pathname}/`.startsWith(`${base}/`)) return '/';
  const path = url.pathname.slice(base.length) || '/';
  if (path.startsWith('//') || /^\/api(\/|$)/i.test(path)) return '/';
  return `${path}${url.search}${url.hash}`;
}

function parsePending(cookie: string | undefined): z.output<typeof PendingSignIn> {
  try {
    return PendingSignIn.parse(JSON.parse(Buffer.from(cookie ?? '', 'base64url').toString('utf8')));
  } catch (error) {
    throw new SignInFailure('sign-in-expired', error);
  }
}

export function openOidc(settings: OidcSettings): Oidc {
  const { publicUrl } = settings;
  const redirectUri = `${publicUrl}/api/v2/public/oidc/callback`;
  let known: client.Configuration | undefined;

  // Fetched when first needed, so that the server starts even while the provider is unreachable.
  const configuration = async () => {
    if (known) return known;
    const issuer = new URL(settings.issuer);
    try {
      known = await client.discovery(
        issuer,
        settings.clientId,
        undefined,
        client.ClientSecretBasic(settings.clientSecret),
        {
          timeout: TIMEOUT_SECONDS,
          // The settings allow plain http for this machine only.
          execute: issuer.protocol === 'http:' ? [client.allowInsecureRequests] : [],
        },
      );
      // TLS to the provider is one proof; the signature is valid even if a proxy in between terminates TLS.
      client.enableNonRepudiationChecks(known);
      return known;
    } catch (error) {
      throw new SignInFailure('provider-away', error);
    }
  };

  async function claimsOf(
    config: client.Configuration,
    query: URLSearchParams,
    pending: z.output<typeof PendingSignIn>,
  ) {
    const url = new URL(redirectUri);
    url.search = query.toString();
    const tokens = await client.authorizationCodeGrant(config, url, {
      pkceCodeVerifier: pending.verifier,
      expectedState: pending.state,
      expectedNonce: pending.nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw new SignInFailure('sign-in-failed');
    const complete = [settings.nameClaim, settings.rolesClaim].every((path) => claimAt(claims, path) !== undefined);
    if (complete || config.serverMetadata().userinfo_endpoint === undefined) return claims;
    return { ...(await client.fetchUserInfo(config, tokens.access_token, claims.sub)), ...claims };
  }

  return {
    label: settings.label,
    page: (path) => `${publicUrl}${path}`,
    async begin(returnTo) {
      const config = await configuration();
      const pending = {
        verifier: client.randomPKCECodeVerifier(),
        state: client.randomState(),
        nonce: client.randomNonce(),
        returnTo: safeReturn(returnTo, publicUrl),
      };
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: settings.scopes,
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(pending.verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, pending: Buffer.from(JSON.stringify(pending)).toString('base64url') };
    },
    async finish(query, cookie) {
      const pending = parsePending(cookie);
      const config = await configuration();
      try {
        const claims = await claimsOf(config, query, pending);
        const name = claimAt(claims, settings.nameClaim) ?? claims.email;
        return {
          proven: {
            source: 'oidc',
            subject: `${claims.iss} ${claims.sub}`,
            username: typeof name === 'string' ? name : claims.sub,
            roles: settings.roles.size === 0 ? undefined : rolesOf(claims, settings),
          },
          next: safeReturn(pending.returnTo, publicUrl),
        };
      } catch (error) {
        if (error instanceof SignInFailure) throw error;
        // Show the provider's error only to the browser that started this sign-in.
        const refused = error instanceof client.AuthorizationResponseError;
        throw new SignInFailure(refused ? 'provider-refused' : 'sign-in-failed', error);
      }
    },
    async endSessionUrl() {
      const config = await configuration();
      if (config.serverMetadata().end_session_endpoint === undefined) return null;
      return client.buildEndSessionUrl(config, { post_logout_redirect_uri: `${publicUrl}/` }).href;
    },
  };
}
