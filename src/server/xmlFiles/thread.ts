/** The thread that reads XML files for xmlFiles.ts. */
import { answerTasks } from '../platform/threads/answerTasks.ts';
import { limitWasmMemory } from '../platform/threads/wasmMemory.ts';
import { bytesOf } from '../platform/zip/entryBytes.ts';
import { readConfigFile } from './configReaders.ts';
import { readMetaFile } from './metaReaders.ts';
import { linesOfFindings, placesOfProblems } from './places.ts';
import { WASM_BYTES, type XmlAnswer, type XmlTask } from './xmlFiles.ts';

limitWasmMemory(WASM_BYTES);

async function answerOf(task: XmlTask): Promise<XmlAnswer> {
  switch (task.read) {
    case 'meta':
      return readMetaFile(task.fileName, await bytesOf(task.bytes), task.disId, task.limits);
    case 'config':
      return readConfigFile(task.kind, task.bytes, task.limits);
    case 'configProblems': {
      const { problems, unlisted } = readConfigFile(task.kind, task.bytes, task.limits);
      return { problems, unlisted };
    }
    case 'places':
      return placesOfProblems(task.fileName, task.bytes, task.problems);
    case 'lines':
      return linesOfFindings(task.fileName, task.bytes, task.findings);
  }
}

answerTasks<XmlTask, XmlAnswer>(async (task) => ({ answer: await answerOf(task) }));
