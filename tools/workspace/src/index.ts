export {
  committedFiles,
  computeGraph,
  installed,
  outsideNx,
  projectFolders,
  type ProjectGraph,
  read,
  readJson,
  root,
} from './repository';
export { holdsSql } from './sql-text';
export { isDocument, namingTheirMachine, vaguelyNamed, workingPapers } from './text-rules';
