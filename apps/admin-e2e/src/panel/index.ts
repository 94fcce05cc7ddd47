export { look } from './look';
export { Panel, type PanelShop, withBrowser } from './panel';
export type { Owner } from './services';
export { problemsOf } from './watch';
