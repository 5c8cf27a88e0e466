/**
 * What the bundle changes so that the server starts with less work: an upgrade of a package that it does not know fails the
 * build.
 *
 *   libraries    does without what packages prepare or load and the server does not use
 *   builtins     takes Node's own modules as objects
 */
import { builtinModules } from 'node:module';
import type { Plugin } from 'rolldown';

interface Change {
  readonly file: RegExp;
  readonly from: string;
  readonly to: string;
}

const CHANGES: readonly Change[] = [
  // Fastify's router compiles a function for each part of each address. For long ones it does without; here for all.
  {
    file: /\/find-my-way\/lib\/node\.js$/,
    from: 'const LONG_PREFIX_MIN_LENGTH = 16',
    to: 'const LONG_PREFIX_MIN_LENGTH = 2',
  },
  // To read the global `Response` loads Node's HTTP client, for every first answer.
  {
    file: /\/@fastify\/compress\/lib\/utils\.js$/,
    from: 'return obj instanceof Response',
    to: "return Object.prototype.toString.call(obj) === '[object Response]'",
  },
  // Lists a folder once at the start, which nothing of ours asks for.
  {
    file: /\/@fastify\/static\/index\.js$/,
    from: "const { glob } = require('glob')",
    to: "const glob = (...all) => require('glob').glob(...all)",
  },
];

export const libraries: Plugin = {
  name: 'libraries',
  transform: {
    filter: { id: CHANGES.map(({ file }) => file) },
    handler(code, id) {
      let changed = code;
      for (const { file, from, to } of CHANGES) {
        if (!file.test(id)) continue;
        if (!code.includes(from)) this.error(`${id} no longer has "${from}": look at what it does by now`);
        changed = changed.replace(from, () => to);
      }
      return { code: changed, map: null };
    },
  },
};

const isBuiltin = (name: string): boolean => name.startsWith('node:') || builtinModules.includes(name);

/**
 * An `import` of one of Node's modules reads all that it exports, which loads what is made on demand: `node:http` loads
 * an HTTP client, `node:crypto` the Web Crypto API. Node's module object leaves them alone.
 */
export const builtins: Plugin = {
  name: 'builtins',
  renderChunk(code) {
    let changed = code;
    // From the end, so that the places of the others stay right.
    for (const part of this.parse(code).body.toReversed()) {
      if (part.type !== 'ImportDeclaration' || !isBuiltin(part.source.value) || part.specifiers.length === 0) continue;
      const module = `globalThis.process.getBuiltinModule(${JSON.stringify(part.source.value)})`;
      const names = part.specifiers.map((one) => {
        if (one.type !== 'ImportSpecifier') return `${one.local.name} = ${module}`;
        const name = one.imported.type === 'Identifier' ? one.imported.name : one.imported.value;
        return name === 'default' ? `${one.local.name} = ${module}` : `{ ${name}: ${one.local.name} } = ${module}`;
      });
      // The lines stay the same.
      const lines = code.slice(part.start, part.end).split('\n').length - 1;
      changed = `${changed.slice(0, part.start)}const ${names.join(', ')};${'\n'.repeat(lines)}${changed.slice(part.end)}`;
    }
    return { code: changed, map: null };
  },
};
