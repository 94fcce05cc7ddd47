import { drillOptions, usage, whichFolder } from './options';

const programs = ['/usr/lib/postgresql/18/bin/initdb', '/usr/lib/postgresql/18/bin/postgres'];
const optionsOf = (...words: string[]) => drillOptions(words, (path) => programs.includes(String(path)));

it('is one server where nothing is said', () => {
  expect(optionsOf()).toEqual({ short: false });
  expect(optionsOf('--short')).toEqual({ short: true });
});

it.each(['/usr/lib/postgresql/18/bin', '/usr/lib/postgresql/18/bin/', '/usr/lib/postgresql/18'])(
  'is a cluster of the PostgreSQL whose programs are in %s',
  (folder) => {
    const installation = '/usr/lib/postgresql/18';
    expect(optionsOf('--citus', folder)).toEqual({ short: false, installation });
    expect(optionsOf('--citus', folder, '--short')).toEqual({ short: true, installation });
  },
);

it.each([['--citus'], ['--citus', '--short']])('says which folder it needs: %s %s', (...words) => {
  expect(() => optionsOf(...words)).toThrow(whichFolder);
});

it.each([['--cluster', '/usr/lib/postgresql/18/bin'], ['short']])(
  'says how it is used: %s %s',
  (...words) => {
    expect(() => optionsOf(...words)).toThrow(usage);
  },
);

it('says that a folder has no PostgreSQL', () => {
  expect(() => optionsOf('--citus', '/usr/lib/postgresql/17/bin')).toThrow(
    '/usr/lib/postgresql/17/bin has no programs of PostgreSQL (initdb, postgres).',
  );
});
