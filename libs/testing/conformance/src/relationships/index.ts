import { isFillable, type Link } from '../links';
import type { Subject } from '../subject';
import { address, comparesIfMatch } from './address';
import { changesWithIncluded, isGoodForIfMatch } from './etags';
import { fetching } from './fetching';
import { costsOneStatement, include, needsScopeOfIncluded } from './include';
import { type Rule, testRules } from './rule';
import { creating, leadsThereAtOnce, updating } from './writing';

/** Requirements of JSON:API 1.1 for relationships, by their ids in docs/json-api.md. */
export const relationshipRules: readonly Rule[] = [
  ...fetching,
  ...include,
  ...creating,
  ...updating,
  ...address,
];

const labelled = (links: readonly Link[]) => links.map((link): [string, Link] => [link.label, link]);

/** Tests these rules with every relationship of every resource. */
export function testRelationships(subject: Subject): void {
  if (subject.served.length === 0) return;
  const created = labelled(subject.links.filter((link) => isFillable(link, 'create')));
  describe('fetching', () => testRules(subject, fetching));
  describe('include', () => {
    testRules(subject, include);
    if (subject.links.length === 0) return;
    it('needs the scope of what is read along', () => needsScopeOfIncluded(subject));
    it.each(labelled(subject.links))(
      'costs one statement for %s, and one for what is beyond, however many objects there are',
      (_, link) => costsOneStatement(subject, link),
    );
    afterEach(() => jest.restoreAllMocks());
  });
  if (subject.links.length > 0) testEtags(subject);
  describe('creating', () => {
    testRules(subject, creating);
    if (created.length > 0)
      it.each(created)('lets several new objects lead to one by %s at once', (_, link) =>
        leadsThereAtOnce(subject, link),
      );
  });
  describe('updating', () => testRules(subject, updating));
  describe('the address of a relationship', () => {
    testRules(subject, address);
    if (subject.links.some((link) => isFillable(link, 'update')))
      it('compares If-Match with the object, as its own address does', () => comparesIfMatch(subject));
  });
}

function testEtags(subject: Subject): void {
  describe('the ETag of an object with what is included', () => {
    const ofTargets = subject.links.filter(({ target }) => target.update);
    it.each(labelled(ofTargets))('is another one when an included object changed: %s', (_, link) =>
      changesWithIncluded(subject, link),
    );
    const ofObjects = subject.links.filter(({ resource }) => resource.update);
    it.each(labelled(ofObjects))(
      'is good for If-Match as long as the object itself is unchanged: %s',
      (_, link) => isGoodForIfMatch(subject, link),
    );
  });
}
