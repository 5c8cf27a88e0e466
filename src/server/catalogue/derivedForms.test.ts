/** Forms that are stored with a call for a picture: the picture is served whether or not that works, and failures are told. */
import { expect, it } from 'vitest';
import { BlobMissing } from '../platform/blobs/blobs.ts';
import { openFolderBlobs } from '../platform/blobs/folder.ts';
import { recordFailures } from '../platform/testing/recordFailures.ts';
import { startTestApp } from '../testing/testApp.ts';
import { openDerivedForms } from './derivedForms.ts';

it('a form that cannot be stored does not fail its caller, and the reason is told', async () => {
  const { database, folder, stop } = await startTestApp('sqlite');
  const blobs = await openFolderBlobs(`${folder}/derived`);
  const { reports, trouble } = recordFailures();
  let full = true;
  const derived = openDerivedForms({
    database,
    blobs: { ...blobs, put: async (bytes) => (full ? Promise.reject(new Error('ENOSPC')) : blobs.put(bytes)) },
    storeFailures: trouble,
  });
  await derived.put('form', 'a'.repeat(64), Buffer.from('form'));
  expect(reports).toEqual(['Error: ENOSPC']);
  expect(await derived.read('form', 'a'.repeat(64))).toBeUndefined();
  full = false;
  await derived.put('form', 'a'.repeat(64), Buffer.from('form'));
  expect(reports).toEqual(['Error: ENOSPC', 'worked']);
  expect(String(await derived.read('form', 'a'.repeat(64)))).toBe('form');
  await blobs.close();
  await stop();
});

it('a form whose blob is gone is made anew by its caller; one that cannot be read is a failure', async () => {
  const { database, folder, stop } = await startTestApp('sqlite');
  const blobs = await openFolderBlobs(`${folder}/derived`);
  const sha256 = 'a'.repeat(64);
  let failure: Error | undefined;
  const derived = openDerivedForms({
    database,
    blobs: { ...blobs, file: async (blob) => (failure ? Promise.reject(failure) : blobs.file(blob)) },
    storeFailures: recordFailures().trouble,
  });
  await derived.put('form', sha256, Buffer.from('form'));
  failure = new BlobMissing(sha256);
  expect(await derived.read('form', sha256)).toBeUndefined();
  failure = new Error('EIO');
  await expect(derived.read('form', sha256)).rejects.toThrow('EIO');
  await blobs.close();
  await stop();
});
