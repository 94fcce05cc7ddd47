import { testAccess } from './access';
import { testExports } from './exports';
import { testFilters } from './filters';
import { testIsolation } from './isolation';
import { testLocks } from './locks';
import { testOperations } from './operations';
import { testReferences } from './references';
import { testRelationships } from './relationships';
import type { Conformance } from './sample';
import { Subject } from './subject';
import { testTimes } from './times';
import { testWholeObjects } from './whole-objects';
import { testWrites } from './writes';

/** The tests of what is promised of every resource, for those of one library: an API of its modules, which starts once for all of them. */
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
  testTimes(subject);
  testExports(subject);
  testFilters(subject);
}
