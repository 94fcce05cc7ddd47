import { testAccess } from './access';
import { testContracts } from './contracts';
import { testExports } from './exports';
import { testFilters } from './filters';
import { testIsolation } from './isolation';
import { testLocks } from './locks';
import { testOperations } from './operations';
import { testReferences } from './references';
import { testRelationships } from './relationships';
import { testRules } from './rules';
import type { Conformance } from './sample';
import { Subject } from './subject';
import { testTimes } from './times';
import { testWholeObjects } from './whole-objects';
import { testWrites } from './writes';

/** Tests a library against the rules that apply to every resource. All tests share one running API. */
export function testConformance(library: Conformance): void {
  const subject = new Subject(library);
  beforeAll(() => subject.start());
  afterAll(() => subject.api.close());
  testAccess(subject);
  testWrites(subject);
  testWholeObjects(subject);
  testIsolation(subject);
  testRelationships(subject);
  testReferences(subject);
  testOperations(subject);
  testLocks(subject);
  testRules(subject);
  testTimes(subject);
  testExports(subject);
  testFilters(subject);
  testContracts(subject);
}
