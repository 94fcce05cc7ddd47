import { metaLimits } from '@storewright/meta';
import { resourceModules } from './modules';

class NotesModule {}
const settings = { meta: metaLimits };
const register = () => NotesModule;

describe('resourceModules', () => {
  it('returns every module that a file of apps/shop-api/src/modules registers', () =>
    expect(resourceModules(settings, [['modules/notes.ts', { register }]])).toEqual([NotesModule]));

  it('rejects a file that registers nothing', () =>
    expect(() => resourceModules(settings, [['modules/notes.ts', {}]])).toThrow(
      'modules/notes.ts must export a function "register".',
    ));

  it('rejects a module that two files register', () =>
    expect(() =>
      resourceModules(settings, [
        ['modules/notes.ts', { register }],
        ['modules/more.ts', { register: () => ({ module: NotesModule }) }],
      ]),
    ).toThrow('NotesModule is registered in modules/notes.ts and in modules/more.ts.'));
});
