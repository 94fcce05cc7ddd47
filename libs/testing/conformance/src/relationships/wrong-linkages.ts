import { randomUUID } from 'node:crypto';
import { leadsToMany, type Link } from '../links';

export function wrongLinkages(link: Link): [unknown, number][] {
  const { type } = link.target;
  const right = { type, id: randomUUID() };
  const identifiers: [unknown, number][] = [
    [{ type: 'nothings', id: right.id }, 409],
    [{ type }, 400],
    [{ id: right.id }, 400],
    [{ type, id: 5 }, 400],
    [{ type, id: 'x' }, 404],
    [right, 404],
    ['x', 400],
    [5, 400],
    [true, 400],
  ];
  return leadsToMany(link)
    ? [
        ...identifiers.map(([each, status]): [unknown, number] => [[each], status]),
        [right, 400],
        [null, 400],
        ['x', 400],
        [{}, 400],
        [Array.from({ length: 1_001 }, () => right), 422],
      ]
    : [...identifiers, [[], 400], [[right], 400], [{}, 400]];
}
