/** Mutants that no test can notice, or that no test needs to notice, with the reason. They do not count in the score. */

interface Accepted {
  readonly file: string;
  /** as docs/mutation.md prints it */
  readonly original: string;
  readonly replacement: string;
  readonly reason: string;
}

const COMPLETION = 'src/engine/completion.ts';
const CONSTRAINTS = 'src/engine/quality/constraints.ts';
const SAT = 'src/engine/quality/sat.ts';
const CLAIM = 'src/server/platform/jobs/claim.ts';
const JOBS = 'src/server/platform/jobs/jobs.ts';
const WORKER = 'src/server/platform/jobs/worker.ts';
const PAST_THE_END = 'one step past the end, where nothing is found';
const ONLY_SPEED = 'the same answer, later: it only guides the search';
const ON_POSTGRES = 'matters on PostgreSQL only: transactions of SQLite run one after the other';
const ONE_BY_ONE = 'statements of one transaction run in the order in which they were asked';
const ANOTHER_SIZE = 'a cache that holds less or more answers the same';
const ALWAYS_THERE = 'always there; the types do not know it';

export const ACCEPTED: readonly Accepted[] = [
  {
    file: 'src/engine/compiled.ts',
    original: '(id) => familyOf(id) < familyOf(standard.feature)',
    replacement: '() => undefined',
    reason: 'the shorter way to complete a selection is not taken, and the longer one finds the same standards',
  },
  {
    file: SAT,
    original: 'this.#watches[literal]?.push',
    replacement: 'this.#watches[literal].push',
    reason: ALWAYS_THERE,
  },
  {
    file: 'src/engine/quality/smallestExample.ts',
    original: 'cost >= this.#cost',
    replacement: 'false',
    reason: 'the same is asked again where all costs are known',
  },
  {
    file: 'src/engine/compiled.ts',
    original: 'slots.get(id) ?? NONE',
    replacement: 'slots.get(id) && NONE',
    reason: 'the shorter way to complete a selection is not taken, and the longer one finds the same standards',
  },
  {
    file: COMPLETION,
    original: 'stale.clear();',
    replacement: '{}',
    reason: 'standards that are computed again come out the same',
  },
  {
    file: COMPLETION,
    original: 'stale.clear();',
    replacement: ';',
    reason: 'standards that are computed again come out the same',
  },
  {
    file: COMPLETION,
    original: 'family < chosen.length',
    replacement: 'family <= chosen.length',
    reason: PAST_THE_END,
  },
  {
    file: COMPLETION,
    original: 'slot !== chosen[family]',
    replacement: 'true',
    reason: 'replaces a standard by itself',
  },
  {
    file: 'src/engine/conditionParser.ts',
    original: '!(failure instanceof Failure)',
    replacement: 'false',
    reason: 'the parser throws nothing else',
  },
  {
    file: 'src/engine/lcdv.ts',
    original: 'i < pattern.length',
    replacement: 'i <= pattern.length',
    reason: PAST_THE_END,
  },
  {
    file: 'src/engine/decisionReads.ts',
    original: 'slot < this.#slots',
    replacement: 'slot <= this.#slots',
    reason: 'a write past the end of a typed array does nothing',
  },
  {
    file: 'src/engine/metaConditions.ts',
    original: '[]',
    replacement: '["Stryker was here"]',
    reason: 'a standard without a feature names no family',
  },
  {
    file: CONSTRAINTS,
    original: '(a, b) => a - b',
    replacement: '() => undefined',
    reason: 'equal gates are found less often: more variables, the same answer',
  },
  {
    file: CONSTRAINTS,
    original: 'literal === FALSE',
    replacement: 'false',
    reason: 'a gate with a false input is false by its clauses',
  },
  {
    file: 'src/engine/quality/strayPictures.ts',
    original: 'a < b',
    replacement: 'a <= b',
    reason: 'no two keys of a map are equal',
  },
  {
    file: 'src/engine/setDiff.ts',
    original: 'a.file > b.file',
    replacement: 'a.file >= b.file',
    reason: 'a sort only asks what is below zero',
  },
  {
    file: 'src/server/promotion/jobs.ts',
    original: 'throw new JobRefused(contentDeleted(entry));',
    replacement: ';',
    reason: 'the second of the two checks says the same',
  },
  {
    file: 'src/server/catalogue/garbage/forms.ts',
    original: 'form.blob !== undefined',
    replacement: 'true',
    reason: 'a dry run reads it always; the types do not know it',
  },
  {
    file: 'src/server/promotion/paintedDiff.ts',
    original: 'a.id < b.id',
    replacement: 'a.id <= b.id',
    reason: 'a set declares a version once',
  },
  {
    file: 'src/engine/staticImages.ts',
    original: '!known.has(directory)',
    replacement: 'true',
    reason: ONLY_SPEED,
  },
  {
    file: 'src/server/access/idempotencyRows.ts',
    original: '!found',
    replacement: 'false',
    reason: ON_POSTGRES,
  },
  {
    file: 'src/server/delivery/tusServer.ts',
    original: 'await store.remove(upload.id).catch((error: unknown) => request.log.error(error))',
    replacement: 'store.remove(upload.id).catch((error: unknown) => request.log.error(error))',
    reason: 'the parts are then deleted while the answer is sent',
  },
  {
    file: 'src/server/delivery/tusServer.ts',
    original: '[]',
    replacement: '["Stryker was here"]',
    reason: 'calls from origins that no setting names are refused before',
  },
  {
    file: 'src/server/delivery/tusServer.ts',
    original: 'error.status_code !== 500',
    replacement: 'true',
    reason: 'the library answers 500 where it writes parts itself, which it does not do here',
  },
  {
    file: 'src/server/delivery/unfinishedUploads.ts',
    original: '[]',
    replacement: '["Stryker was here"]',
    reason: ALWAYS_THERE,
  },
  {
    file: 'src/server/promotion/status.ts',
    original: 'a.disId < b.disId',
    replacement: 'a.disId <= b.disId',
    reason: 'no two sets have one id',
  },
  {
    file: 'src/server/promotion/setOverview.ts',
    original: '(a, b) => AREAS.indexOf(a.area) - AREAS.indexOf(b.area)',
    replacement: '() => undefined',
    reason: 'SQLite happens to read the areas in this order',
  },
  {
    file: 'src/engine/staticImages.ts',
    original: 'a < b',
    replacement: 'a <= b',
    reason: 'no two paths are equal',
  },
  {
    file: SAT,
    original: 'raised < RESCALE',
    replacement: 'true',
    reason: ONLY_SPEED,
  },
  ...['true', 'whole.length >= 0'].map((replacement) => ({
    file: 'src/engine/quality/proofs.ts',
    original: 'whole.length > 0',
    replacement,
    reason: 'asks the same question twice',
  })),
  {
    file: 'src/engine/quality/rules.ts',
    original: 'family.rules[rule]?.layer',
    replacement: 'family.rules[rule].layer',
    reason: ALWAYS_THERE,
  },
  {
    file: SAT,
    original: 'this.#value[literal] === 1 || clause.includes(not(literal))',
    replacement: 'this.#value[literal] === 1 && clause.includes(not(literal))',
    reason: 'keeps a clause that always holds',
  },
  {
    file: SAT,
    original: 'this.#watches[clause[0] as Literal]?.push',
    replacement: 'this.#watches[clause[0] as Literal].push',
    reason: ALWAYS_THERE,
  },
  { file: SAT, original: 'other < clause.length', replacement: 'other <= clause.length', reason: PAST_THE_END },
  { file: SAT, original: 'learnt.length > 1', replacement: 'false', reason: ONLY_SPEED },
  {
    file: SAT,
    original: '{ const raised = (this.#activity[variable] as number) + this.#bump; this.#activity[variabl…',
    replacement: '{}',
    reason: ONLY_SPEED,
  },
  {
    file: CLAIM,
    original: "await trx .updateTable('jobs') .set((e) => ({ state: 'CREATED' as const, leaseOwner: null,…",
    replacement: "trx.updateTable('jobs').set(e => ({ state: 'CREATED' as const, leaseOwner: null, leaseUnti…",
    reason: ONE_BY_ONE,
  },
  {
    file: CLAIM,
    original: '{ // With the key locked, nothing else can request, retry or claim a job of it: check again. await lo…',
    replacement: '{}',
    reason: ON_POSTGRES,
  },
  {
    file: JOBS,
    original: 'job.serialKey !== undefined',
    replacement: 'true',
    reason: 'requests without a key then wait for each other: later, with the same result',
  },
  { file: JOBS, original: 'rows[0]?.age', replacement: 'rows[0].age', reason: ALWAYS_THERE },
  { file: JOBS, original: 'await lockKey(trx, job.serialKey);', replacement: '{}', reason: ON_POSTGRES },
  {
    file: JOBS,
    original: "trx .updateTable('jobs') .set({ state: 'CREATED', attempts: 0, progress: null, failure: nu…",
    replacement: "trx.updateTable('jobs').set({ state: 'CREATED', attempts: 0, progress: null, failure: null…",
    reason: ON_POSTGRES,
  },
  { file: JOBS, original: 'Number(changed.numUpdatedRows) === 0', replacement: 'false', reason: ON_POSTGRES },
  ...['true', 'served.size >= 0'].map((replacement) => ({
    file: WORKER,
    original: 'served.size > 0',
    replacement,
    reason: 'the first account of a round has the first job either way',
  })),
  {
    file: WORKER,
    original: 'served.size < ACCOUNTS_PER_ROUND',
    replacement: 'true',
    reason: 'more parameters of a statement; the order is the same',
  },
  {
    file: WORKER,
    original: 'now - clampedAt >= times.lease',
    replacement: 'true',
    reason: 'corrects the same rows more often',
  },
  {
    file: 'src/server/catalogue/callerCatalogue.ts',
    original: 'can.admin',
    replacement: 'false',
    reason: 'nothing is hidden from administrators, so the areas answer the same',
  },
  {
    file: 'src/server/catalogue/routes.ts',
    original: 'profile?.angles',
    replacement: 'profile.angles',
    reason: 'without a profile there is no resolution to ask it for',
  },
  {
    file: 'src/server/catalogue/catalogue.ts',
    original: '[...(known ?? [])]',
    replacement: '[]',
    reason: ANOTHER_SIZE,
  },
  {
    file: 'src/server/catalogue/catalogue.ts',
    original: "other === ''",
    replacement: "other !== ''",
    reason: ANOTHER_SIZE,
  },
  {
    file: 'src/server/catalogue/areaJob.ts',
    original:
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the code as it stands there
      'await sql` delete from ${sql.table(table)} where "area" = ${area} and not exists ( select 1 f…',
    replacement:
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the code as it stands there
      'sql` delete from ${sql.table(table)} where "area" = ${area} and not exists ( select 1 from "r…',
    reason: ONE_BY_ONE,
  },
  {
    file: 'src/server/catalogue/contentKeys.ts',
    original: 'cache.get(area) === fresh',
    replacement: 'true',
    reason: ANOTHER_SIZE,
  },
  {
    file: 'src/server/catalogue/imageSets.ts',
    original: '(list.length + 1) * VERSION_BYTES',
    replacement: '(list.length + 1) / VERSION_BYTES',
    reason: ANOTHER_SIZE,
  },
  {
    file: 'src/server/catalogue/snapshots.ts',
    original: '(parts.length + 1) * PART_BYTES',
    replacement: '(parts.length + 1) / PART_BYTES',
    reason: ANOTHER_SIZE,
  },
  {
    file: 'src/server/catalogue/imageSets.ts',
    original: "part.kind === 'image'",
    replacement: 'true',
    reason: 'a meta manifest has no viewport, so none of its entries is taken for a picture',
  },
  {
    file: 'src/server/catalogue/servedSets.ts',
    original: 'Math.max(present.generation, generation)',
    replacement: 'Math.min(present.generation, generation)',
    reason: 'puts the same set together again',
  },
  {
    file: 'src/server/delivery/quota.ts',
    original: 'row?.bytes',
    replacement: 'row.bytes',
    reason: ALWAYS_THERE,
  },
  {
    file: 'src/server/delivery/quota.ts',
    original: 'arrivedBytes - checkedAt > RECHECK_BYTES',
    replacement: 'true',
    reason: 'looks at the disk more often',
  },
  {
    file: 'src/server/delivery/livePack.ts',
    original: "part.pack !== fileName || part.kind !== 'image'",
    replacement: 'true',
    reason: 'reads pictures again whose facts are known: later, with the same result',
  },
  {
    file: 'src/server/delivery/jobs.ts',
    original: '{ pictureFacts }',
    replacement: '{}',
    reason: 'reads pictures again whose facts are known: later, with the same result',
  },
  {
    file: 'src/server/delivery/tusServer.ts',
    original: "upload?.metadata?.['owner']",
    replacement: "upload?.metadata['owner']",
    reason: 'an upload that began here has metadata; the library does not know it',
  },
  {
    file: 'src/server/delivery/tusServer.ts',
    original: "(request: { headers: Headers }) => Number(request.headers.get('content-length') ?? 0)",
    replacement: '() => undefined',
    reason: 'computed when its file is loaded, by the first test only; tried by hand, a test notices it',
  },
  ...['() => undefined', 'a.fileName <= b.fileName'].map((replacement) => ({
    file: 'src/server/delivery/packs.ts',
    original:
      replacement === '() => undefined'
        ? '(a, b) => (a.fileName < b.fileName ? -1 : a.fileName > b.fileName ? 1 : 0)'
        : 'a.fileName > b.fileName',
    replacement,
    reason: 'SQLite reads names in byte order already; a test on PostgreSQL asks for it',
  })),
  {
    file: 'src/server/delivery/setChecks.ts',
    original: '!source || !entry',
    replacement: '!source && !entry',
    reason: 'there are both or none',
  },
  {
    file: 'src/server/access/sessions.ts',
    original: "await trx.deleteFrom('sessions').where('idHash', '=', hashSecret(id)).execute()",
    replacement: "trx.deleteFrom('sessions').where('idHash', '=', hashSecret(id)).execute()",
    reason: ONE_BY_ONE,
  },
  {
    file: 'src/server/platform/jobs/attempt.ts',
    original: 'true',
    replacement: 'false',
    reason: 'the second end finds the job done and changes nothing',
  },
  { file: CLAIM, original: 'still.rows.length === 0', replacement: 'false', reason: ON_POSTGRES },
  {
    file: 'src/server/catalogue/imageSets.ts',
    original: 'list.length + 1',
    replacement: 'list.length - 1',
    reason: ANOTHER_SIZE,
  },
  {
    file: 'src/server/catalogue/servedSets.ts',
    original: '[]',
    replacement: '["Stryker was here"]',
    reason: 'no entry has that name',
  },
  {
    file: 'src/engine/configuration.ts',
    original: '[]',
    replacement: '["Stryker was here"]',
    reason: 'a feature that no family offers is not chosen',
  },
  {
    file: 'src/engine/quality/proofs.ts',
    original: 'best[at]?.found',
    replacement: 'best[at].found',
    reason: ALWAYS_THERE,
  },
  {
    file: CONSTRAINTS,
    original: 'ways.get(feature)?.push',
    replacement: 'ways.get(feature).push',
    reason: ALWAYS_THERE,
  },
  {
    file: WORKER,
    original: "stopping.signal.removeEventListener('abort', done);",
    replacement: ';',
    reason: 'a pause that ended does nothing when it ends again',
  },
  {
    file: WORKER,
    original: 'served.size < ACCOUNTS_PER_ROUND',
    replacement: 'served.size <= ACCOUNTS_PER_ROUND',
    reason: 'a round of one account more is as fair',
  },
  {
    file: 'src/server/access/idempotency.ts',
    original: '[]',
    replacement: '["Stryker was here"]',
    reason: 'its second element is what is read, and neither has one',
  },
];
