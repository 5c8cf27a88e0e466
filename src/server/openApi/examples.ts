/**
 * Examples of whole bodies and answers, for the calls that scripts make first. A test parses each with the contract's
 * schemas.
 *
 *   BODIES, ANSWERS   by the name of the call
 */
const JOB = '01a20352-7f96-7000-8123-2a53bf3c12d7';
const SHA256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const AT = '2026-11-22T08:00:00.000Z';

export const BODIES: Readonly<Record<string, unknown>> = {
  signIn: { username: 'anna', password: 'correct horse battery' },
  promote: { disId: '1PP2A5xxxxxxxxxx', source: 'embargo', target: 'preprod', note: 'Model year 27' },
  promoteMany: { kind: 'dis', keys: ['1PP2A5xxxxxxxxxx'], source: 'preprod', target: 'prod' },
  rollbackSet: { area: 'prod', entry: 17, note: 'Wrong wheels' },
  makeToken: { username: 'robot', name: 'nightly delivery', scopes: ['deliver'], days: 90 },
};

export const ANSWERS: Readonly<Record<string, unknown>> = {
  uploadPack: {
    message: 'meta-1PP2A5xxxxxxxxxx.zip was received and is being read.',
    fileName: 'meta-1PP2A5xxxxxxxxxx.zip',
    sha256: SHA256,
    size: 20_480,
    jobId: JOB,
    lastModifiedDate: AT,
  },
  job: {
    id: JOB,
    jobName: 'readPack',
    jobStatus: 'STARTED',
    function: 'Read meta-1PP2A5xxxxxxxxxx.zip',
    createdAt: AT,
    startedAt: AT,
    stoppedAt: null,
    progress: 40,
    failure: null,
    subject: 'meta-1PP2A5xxxxxxxxxx.zip',
    createdBy: 'robot',
    cursor: 'b3Jr0uXc1yWq8m2ZkPp5Lw',
  },
  sets: ['1PP2A5xxxxxxxxxx'],
  versions: [{ versionId: '1PP2A5QESFB0A0F4', versionLabel: 'e-208 GT' }],
  promote: 'Promotion request for 1PP2A5xxxxxxxxxx created',
};
