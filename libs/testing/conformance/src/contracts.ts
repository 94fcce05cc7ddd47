import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openapiDocumentOf } from '@storewright/openapi';
import { apiOfSpecs } from '@storewright/api-testing';
import { checkContract, type Contract, declarationsOf, parseContract } from '@storewright/contracts';
import type { Subject } from './subject';

const FOLDER = resolve(__dirname, '../contracts');

export function exportedContracts(): [name: string, contract: Contract][] {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
  return files.sort().map((file) => {
    const contract = parseContract(JSON.parse(readFileSync(join(FOLDER, file), 'utf8')));
    return [contract.app?.name ?? file.replace(/\.json$/, ''), contract];
  });
}

/**
 * Returns a line for each name that an app's contract uses but the OpenAPI document does not declare. `types`
 * limits the check to the given resource types. Prints deprecated names to stdout.
 */
export function brokenContracts(document: object, types?: readonly string[]): string[] {
  const declarations = declarationsOf(document);
  return exportedContracts().flatMap(([app, contract]) => {
    const findings = checkContract(contract, declarations, types);
    for (const { kind, text } of findings)
      if (kind === 'deprecated') process.stdout.write(`contract of ${app}: ${text}\n`);
    return findings.filter(({ kind }) => kind === 'undeclared').map(({ text }) => `${app} ${text}`);
  });
}

/** Tests that a library declares every resource name that an installed app uses. */
export function testContracts(subject: Subject): void {
  it('the resources declare every operation, field, filter and event in the contracts of installed apps', () => {
    const document = openapiDocumentOf(subject.api.application, apiOfSpecs);
    expect(brokenContracts(document, subject.types)).toEqual([]);
  });
}
