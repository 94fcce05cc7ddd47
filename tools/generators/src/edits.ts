import type { Tree } from 'nx/src/generators/tree';
import {
  type Source,
  withElement,
  withElementOf,
  withImport,
  withLine,
  withProperty,
  withReturned,
} from './anchors';
import { moduleOf, type Plan, scopesFolder } from './plan';

interface Edit {
  path: string;
  /** The text of the file with the resource in it. Throws where the place is not found. */
  edit(source: Source): string;
}

/** What becomes known of the resource in files that are there, a line or two in each. `template`: the text of one. */
export function edits(tree: Tree, plan: Plan, template: (file: string) => string): Edit[] {
  return [
    { path: `${scopesFolder}/index.ts`, edit: (source) => withDeclaration(source, plan) },
    ...(plan.library.isNew ? ofNewLibrary(plan) : ofLibrary(tree, plan, template)),
  ];
}

/** Its scopes and events, which are imported from the file beside it. */
function withDeclaration(source: Source, { names: { type, plural, file } }: Plan): string {
  const text = withProperty(source, 'declared', type === plural ? type : `${type}: ${plural}`);
  return withImport({ ...source, text }, [plural], `./${file}`);
}

/** The app knows its module, and GitHub its team. */
function ofNewLibrary({ library }: Plan): Edit[] {
  const [folder, module] = [`/libs/shop/${library.name}/`, moduleOf(library)];
  const owned = (source: Source) =>
    withLine(source, '/libs/shop/', `${folder} @storewright/shop-${library.name}`);
  const registered = (source: Source) => {
    const text = withReturned(source, 'resourceModules', module);
    return withImport({ ...source, text }, [module], `@storewright/${library.name}`);
  };
  return [
    { path: 'CODEOWNERS', edit: owned },
    { path: 'apps/shop-api/src/modules.ts', edit: registered },
  ];
}

/** The module of the library registers it, and the library exports and tests it. */
function ofLibrary(tree: Tree, plan: Plan, template: (file: string) => string): Edit[] {
  const { library, names } = plan;
  const folder = `libs/shop/${library.name}/src`;
  const module = tree.children(folder).find((file) => file.endsWith('.module.ts'));
  const registered = (source: Source) => {
    const text = withElementOf(source, 'ResourcesModule.forFeature', names.plural);
    return withImport({ ...source, text }, [names.plural], `./${names.file}/${names.file}.resource`);
  };
  return [
    { path: `${folder}/${module ?? `${library.name}.module.ts`}`, edit: registered },
    { path: `${folder}/index.ts`, edit: ({ text }) => text + template('index.ts') },
    { path: `${folder}/testing/index.ts`, edit: (source) => withSample(source, plan) },
  ];
}

/** What the library is held to holds for it as well. */
function withSample(source: Source, { names: { plural, file } }: Plan): string {
  const sample = `${plural}Sample`;
  const text = withElement(source, 'conformance', 'samples', sample);
  return withImport({ ...source, text }, [sample], `../${file}/${file}.sample`);
}
