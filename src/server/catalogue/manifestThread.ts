/** The thread that parses large manifests for manifests.ts. */
import { answerTasks } from '../platform/threads/answerTasks.ts';
import { answerTask, type ManifestAnswer, type ManifestTask } from './manifests.ts';

answerTasks<ManifestTask, ManifestAnswer>(async (task) => {
  const answer = answerTask(task);
  const block = answer.all?.packed.block ?? answer.references?.hashes.buffer;
  return { answer, moved: block ? [block as ArrayBuffer] : [] };
});
