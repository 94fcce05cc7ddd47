export { expectSoon } from './expect-soon';
export { expectFocus, expectFocusWithin } from './focus';
export { look } from './look';
export { type Owner, Panel, type PanelShop, withBrowser } from './panel';
export { problemsOf } from './watch';
