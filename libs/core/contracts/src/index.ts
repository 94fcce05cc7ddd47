export { checkContract, featuresOf, type Finding } from './check-contract';
export {
  type Contract,
  ContractError,
  parseContract,
  type ResourceUses,
  type UseKind,
  useKinds,
} from './contract';
export {
  type Declarations,
  declarationsOf,
  type DeclaredDeprecation,
  type OpenapiDocument,
} from './declarations';
