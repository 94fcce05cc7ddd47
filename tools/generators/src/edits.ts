import type { Tree } from 'nx/src/generators/tree';
import { type Source, withElement, withElementOf, withImport, withLine } from './anchors';
import type { Plan } from './plan';

interface Edit {
  path: string;
  /**
   * Returns the text of the file with the new resource added. Throws if the file lacks the code to extend.
   */
  edit(source: Source): string;
}

/**
 * Returns the edits that add the new resource to existing files. `template` returns the text of a template
 * file.
 */
export function edits(tree: Tree, plan: Plan, template: (file: string) => string): Edit[] {
  return plan.library.isNew ? [ownership(plan)] : libraryEdits(tree, plan, template);
}

function ownership({ library: { name } }: Plan): Edit {
  const line = `/libs/shop/${name}/ @storewright/shop-${name}`;
  return { path: 'CODEOWNERS', edit: (source) => withLine(source, '/libs/shop/', line) };
}

function libraryEdits(tree: Tree, plan: Plan, template: (file: string) => string): Edit[] {
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

function withSample(source: Source, { names: { plural, file } }: Plan): string {
  const sample = `${plural}Sample`;
  const text = withElement(source, 'conformance', 'samples', sample);
  return withImport({ ...source, text }, [sample], `../${file}/${file}.sample`);
}
