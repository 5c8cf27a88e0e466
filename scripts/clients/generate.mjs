// Checks an OpenAPI document and makes clients of it, with the packages beside this file.
//
//   node generate.mjs <folder>   reads openapi.json there; prints what the linter says, as JSON; writes fetch/ and hey/
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createClient } from '@hey-api/openapi-ts';
import redocly from '@redocly/openapi-core';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const [folder] = process.argv.slice(2);
const file = `${folder}/openapi.json`;
const source = readFileSync(file, 'utf8');

const config = await redocly.createConfig({ extends: ['recommended'] });
const problems = await redocly.lintFromString({ source, absoluteRef: file, config });

// As the documentation of openapi-typescript advises for files.
const BLOB = ts.factory.createTypeReferenceNode('Blob');
const tree = await openapiTS(source, { transform: ({ format }) => (format === 'binary' ? BLOB : undefined) });
mkdirSync(`${folder}/fetch`, { recursive: true });
writeFileSync(`${folder}/fetch/schema.ts`, astToString(tree));

await createClient({
  input: file,
  output: { path: `${folder}/hey`, clean: false },
  plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
  logs: { level: 'silent' },
});
console.log(
  JSON.stringify(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)),
);
