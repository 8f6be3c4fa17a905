// Makes types of the documents in the folder given first, compiles player.ts with them, and lets
// it play on the server given second.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

import { compile } from 'json-schema-to-typescript';
import openapiTS, { astToString } from 'openapi-typescript';

const [documents, url] = process.argv.slice(2);
// Beside the tools, so that what player.ts imports is found.
const folder = mkdtempSync('generated-');
try {
  for (const side of ['client', 'server']) {
    const schema = JSON.parse(readFileSync(`${documents}/schemas/${side}.json`, 'utf8'));
    writeFileSync(`${folder}/${side}.d.ts`, await compile(schema, schema.title, { additionalProperties: false }));
  }
  const rest = await openapiTS(pathToFileURL(`${documents}/openapi.json`));
  writeFileSync(`${folder}/rest.d.ts`, astToString(rest));
  copyFileSync('player.ts', `${folder}/player.ts`);
  const strict = ['--strict', '--noUncheckedIndexedAccess', '--target', 'es2022', '--module', 'nodenext'];
  execFileSync('node_modules/.bin/tsc', [...strict, `${folder}/player.ts`], { stdio: 'inherit' });
  execFileSync('node', [`${folder}/player.js`, url], { stdio: 'inherit' });
} finally {
  rmSync(folder, { recursive: true });
}
