import { metaLimits } from '@storewright/meta';
import { resourceModules } from './modules';

class NotesModule {}
const settings = { meta: metaLimits };
const register = () => NotesModule;

describe('resourceModules', () => {
  it('returns every module that a file in apps/shop-api/src/modules registers', () =>
    expect(resourceModules(settings, [['modules/notes.ts', { register }]])).toEqual([NotesModule]));

  it('throws for a file that does not export "register"', () =>
    expect(() => resourceModules(settings, [['modules/notes.ts', {}]])).toThrow(
      'modules/notes.ts must export a function named "register".',
    ));

  it('throws if two files register the same module', () =>
    expect(() =>
      resourceModules(settings, [
        ['modules/notes.ts', { register }],
        ['modules/more.ts', { register: () => ({ module: NotesModule }) }],
      ]),
    ).toThrow('NotesModule is registered in modules/notes.ts and in modules/more.ts.'));
});
