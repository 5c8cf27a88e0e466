/**
 * The declaration of a call: one value that the server binds, the client calls, the permission table lists and OpenAPI
 * publishes.
 *
 *   Permission    who may call it; the server's access domain turns it into a decision
 *   ProdChange    how it may change Prod
 *   OfEmbargo     what its answer reveals of Embargo; access decides from it who may read that
 *   Route         method, path, schemas
 *   Routes        a domain's calls by name
 *   route         keeps the literal types of a declaration
 */
import type { z } from 'zod';

/**
 * - `anyone`: no session needed
 * - `signedIn`: any session or token
 * - `areaTest`: test permission, in embargo (and on the base address, which shows embargo's content) embargo permission too
 * - `pictures`: as `areaTest`, but prod may be opened to anyone by a setting
 * - `baseCatalogue`: on the base address admin, upload, or test with embargo; in an area as `areaTest`
 * - `upload`: admin or upload
 * - `admin`: admin
 */
export type Permission = 'anyone' | 'signedIn' | 'areaTest' | 'pictures' | 'baseCatalogue' | 'upload' | 'admin';

/**
 * What an answer reveals of sets and packs that only Embargo has.
 *
 * - `none`: nothing
 * - `names`: names, dates, states and counts: for uploaders, embargo testers and administrators
 * - `content`: pictures, layers, texts of meta files, findings: for embargo testers and administrators
 * - `ownContent`: names for all of these, and content for embargo testers, administrators, and whoever uploaded the pack that
 *   it comes from. The handler leaves out what the caller may not see and says so in `withheld`
 */
export type OfEmbargo = 'none' | 'names' | 'content' | 'ownContent';

/**
 * How a call may change what Prod shows. Such a call requires a fresh proof of identity, where the operator wants one.
 *
 * - `address`: called at Prod's address
 * - `target`, `area`: by this field of its body
 * - `path`: by the area in its query's `path`
 * - `set`, `targetSet`: when Prod has the set of its address, or of its query's `targetDisId`
 * - `job`: when the job that it runs again does
 */
export type ProdChange = 'address' | 'target' | 'area' | 'path' | 'set' | 'targetSet' | 'job';

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** from the host's root, parameters as `:name` */
  readonly path: string;
  readonly summary: string;
  readonly permission: Permission;
  /** what the answer reveals of Embargo, at the addresses that show it */
  readonly embargo: OfEmbargo;
  /** also served below `/embargo`, `/preprod`, `/prod` */
  readonly areas?: true;
  /** served at the host's root by every process, also by one without the administration address: load balancers ask it */
  readonly everyProcess?: true;
  /**
   * The answer depends only on the content and configuration of the area, the parameters, and what the caller may see: a
   * client that has it already gets 304 before it is computed.
   */
  readonly follows?: 'area';
  /** changes something: needs the session's header token, whatever the method */
  readonly changes?: true;
  /** in any of these ways it may change what Prod shows */
  readonly changesProd?: readonly ProdChange[];
  /** creates or changes credentials: needs a fresh proof as well, and API tokens may never call it */
  readonly changesCredentials?: true;
  /**
   * API tokens with one of these scopes may call it at the base address, besides those with `admin`. Calls of an area's test
   * permission are open to `read:<area>` as well. `promote`: of the area that the body names
   */
  readonly scopes?: readonly ('deliver' | 'promote' | 'metrics')[];
  /** starts a job that outlives the call: the header `Location` names the job's address */
  readonly startsJob?: true;
  /** also answers `text/event-stream`, to those who accept it */
  readonly streams?: true;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** JSON body; a call that takes a multipart body or a stream has `upload` instead */
  readonly body?: z.ZodType;
  readonly upload?: 'multipart';
  readonly answer: z.ZodType;
  /** the answer is not JSON: its media type, for example `text/plain` or `image/*` */
  readonly media?: string;
}

export type Routes = Readonly<Record<string, Route>>;

export const route = <const R extends Route>(declaration: R): R => declaration;
