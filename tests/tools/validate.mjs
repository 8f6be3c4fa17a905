// Two outside validators read openapi.json and asyncapi.yaml, whose paths are given.

import { readFileSync } from 'node:fs';

import { Parser } from '@asyncapi/parser';
import { Validator } from '@seriousme/openapi-schema-validator';

/** Diagnostics from here on are no faults. */
const INFORMATION = 2;

const [openapi, asyncapi] = process.argv.slice(2).map((file) => readFileSync(file, 'utf8'));
const { valid, errors } = await new Validator().validate(JSON.parse(openapi));
const { document, diagnostics } = await new Parser().parse(asyncapi);
const faults = diagnostics.filter(({ severity }) => severity < INFORMATION);
if (valid && document && faults.length === 0) {
  console.log('both are valid');
} else {
  console.error(JSON.stringify({ openapi: errors, asyncapi: faults }, null, 2));
  process.exitCode = 1;
}
