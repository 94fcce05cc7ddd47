import { drillOptions, usage, whichFolder } from './options';

const programs = ['/usr/lib/postgresql/18/bin/initdb', '/usr/lib/postgresql/18/bin/postgres'];
const optionsOf = (...words: string[]) => drillOptions(words, (path) => programs.includes(String(path)));

describe('drillOptions()', () => {
  it('selects a single Postgres server without --citus', () => {
    expect(optionsOf()).toEqual({ short: false });
    expect(optionsOf('--short')).toEqual({ short: true });
  });

  it.each(['/usr/lib/postgresql/18/bin', '/usr/lib/postgresql/18/bin/', '/usr/lib/postgresql/18'])(
    'returns the PostgreSQL installation for --citus %s',
    (folder) => {
      const installation = '/usr/lib/postgresql/18';
      expect(optionsOf('--citus', folder)).toEqual({ short: false, installation });
      expect(optionsOf('--citus', folder, '--short')).toEqual({ short: true, installation });
    },
  );

  it.each([['--citus'], ['--citus', '--short']])(
    'throws an error that names the missing folder for %s %s',
    (...words) => {
      expect(() => optionsOf(...words)).toThrow(whichFolder);
    },
  );

  it.each([['--cluster', '/usr/lib/postgresql/18/bin'], ['short']])(
    'throws the usage for the unknown options %s %s',
    (...words) => {
      expect(() => optionsOf(...words)).toThrow(usage);
    },
  );

  it('throws an error that names a folder without PostgreSQL programs', () => {
    expect(() => optionsOf('--citus', '/usr/lib/postgresql/17/bin')).toThrow(
      '/usr/lib/postgresql/17/bin has no programs of PostgreSQL (initdb, postgres).',
    );
  });
});
