import { isFillable, type Link } from '../links';
import type { Subject } from '../subject';
import { address, comparesIfMatch } from './address';
import { changesWithIncluded, isGoodForIfMatch } from './etags';
import { fetching } from './fetching';
import { costsOneStatement, include, needsScopeOfIncluded } from './include';
import { type Rule, testRules } from './rule';
import { creating, leadsThereAtOnce, updating } from './writing';

export const relationshipRules: readonly Rule[] = [
  ...fetching,
  ...include,
  ...creating,
  ...updating,
  ...address,
];

const labelled = (links: readonly Link[]) => links.map((link): [string, Link] => [link.label, link]);

/** Tests every relationship of every resource against the rules in docs/json-api.md. */
export function testRelationships(subject: Subject): void {
  if (subject.served.length === 0) return;
  const created = labelled(subject.links.filter((link) => isFillable(link, 'create')));
  describe('fetching', () => testRules(subject, fetching));
  describe('include', () => {
    testRules(subject, include);
    if (subject.links.length === 0) return;
    it('requires the scope of the included objects', () => needsScopeOfIncluded(subject));
    it.each(labelled(subject.links))(
      'uses one statement for %s and at most one for a further relationship, for any number of objects',
      (_, link) => costsOneStatement(subject, link),
    );
    afterEach(() => jest.restoreAllMocks());
  });
  if (subject.links.length > 0) testEtags(subject);
  describe('creating', () => {
    testRules(subject, creating);
    if (created.length > 0)
      it.each(created)(
        'accepts several new objects at once that refer to the same object through %s',
        (_, link) => leadsThereAtOnce(subject, link),
      );
  });
  describe('updating', () => testRules(subject, updating));
  describe('the URL of a relationship', () => {
    testRules(subject, address);
    if (subject.links.some((link) => isFillable(link, 'update')))
      it('compares If-Match with the ETag of the object', () => comparesIfMatch(subject));
  });
}

function testEtags(subject: Subject): void {
  describe('the ETag of an object with included objects', () => {
    const ofTargets = subject.links.filter(({ target }) => target.update);
    it.each(labelled(ofTargets))('changes if an included object changes: %s', (_, link) =>
      changesWithIncluded(subject, link),
    );
    const ofObjects = subject.links.filter(({ resource }) => resource.update);
    it.each(labelled(ofObjects))(
      'is accepted in If-Match as long as the object itself is unchanged: %s',
      (_, link) => isGoodForIfMatch(subject, link),
    );
  });
}
