import type { Link } from '../links';
import type { Sample } from '../sample';
import type { Subject } from '../subject';

export interface Rule {
  id: string;
  promise: string;
  /** Tests of the rule. Empty if the library has no relationship to which the rule applies. */
  cases(subject: Pick<Subject, 'links' | 'served'>): readonly ((subject: Subject) => Promise<void>)[];
}

/** Creates a rule that is tested with each relationship that has URLs. `which` selects relationships. */
export const ofLinks = (
  id: string,
  promise: string,
  keeps: (subject: Subject, link: Link) => Promise<void>,
  which: (link: Link) => boolean = () => true,
): Rule => ({
  ...{ id, promise },
  cases: ({ links }) => links.filter(which).map((link) => (subject) => keeps(subject, link)),
});

export const ofResources = (
  id: string,
  promise: string,
  keeps: (subject: Subject, sample: Sample) => Promise<void>,
): Rule => ({
  ...{ id, promise },
  cases: ({ served }) => served.map((sample) => (subject) => keeps(subject, sample)),
});

export function testRules(subject: Subject, rules: readonly Rule[]): void {
  for (const { id, promise, cases } of rules) {
    const tests = cases(subject);
    if (tests.length === 0) continue;
    it(`${id} ${promise}`, async () => {
      for (const test of tests) await test(subject);
    });
  }
}
