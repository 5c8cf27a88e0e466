/** Forms that are stored with a call for a picture: the picture is served whether or not that works, and failures are told. */
import { expect, it } from 'vitest';
import { openFolderBlobs } from '../platform/blobs/folder.ts';
import { recordTrouble } from '../platform/testing/recordTrouble.ts';
import { startTestApp } from '../testing/testApp.ts';
import { openDerived } from './derived.ts';

it('a form that cannot be stored does not fail its caller, and the reason is told', async () => {
  const { database, folder, stop } = await startTestApp('sqlite');
  const blobs = await openFolderBlobs(`${folder}/derived`);
  const { told, trouble } = recordTrouble();
  let full = true;
  const derived = openDerived({
    database,
    blobs: { ...blobs, put: async (bytes) => (full ? Promise.reject(new Error('ENOSPC')) : blobs.put(bytes)) },
    storing: trouble,
  });
  await derived.put('form', 'a'.repeat(64), Buffer.from('form'));
  expect(told).toEqual(['Error: ENOSPC']);
  expect(await derived.read('form', 'a'.repeat(64))).toBeUndefined();
  full = false;
  await derived.put('form', 'a'.repeat(64), Buffer.from('form'));
  expect(told).toEqual(['Error: ENOSPC', 'worked']);
  expect(String(await derived.read('form', 'a'.repeat(64)))).toBe('form');
  await blobs.close();
  await stop();
});
