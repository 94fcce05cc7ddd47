import type { Link } from '../links';
import type { Sample } from '../sample';
import type { Subject } from '../subject';

/** A rule of docs/json-api.md about relationships. */
export interface Rule {
  id: string;
  promise: string;
  /** A test of each that it is about; none where the library has nothing of the kind. */
  cases(subject: Pick<Subject, 'links' | 'served'>): readonly ((subject: Subject) => Promise<void>)[];
}

/** Of each relationship that has addresses. `which`: of these alone. */
export const ofLinks = (
  id: string,
  promise: string,
  keeps: (subject: Subject, link: Link) => Promise<void>,
  which: (link: Link) => boolean = () => true,
): Rule => ({
  ...{ id, promise },
  cases: ({ links }) => links.filter(which).map((link) => (subject) => keeps(subject, link)),
});

/** Of each resource, with relationships or without. */
export const ofResources = (
  id: string,
  promise: string,
  keeps: (subject: Subject, sample: Sample) => Promise<void>,
): Rule => ({
  ...{ id, promise },
  cases: ({ served }) => served.map((sample) => (subject) => keeps(subject, sample)),
});

/** A test for each rule of which there is a case. */
export function testRules(subject: Subject, rules: readonly Rule[]): void {
  for (const { id, promise, cases } of rules) {
    const tests = cases(subject);
    if (tests.length === 0) continue;
    it(`${id} ${promise}`, async () => {
      for (const test of tests) await test(subject);
    });
  }
}
