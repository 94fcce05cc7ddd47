export { expectStill, look, problemsOf, withBrowser } from '@storewright/browser-testing';
export { expectSoon } from './expect-soon';
export { expectFocus, expectFocusWithin } from './focus';
export { type Owner, Panel, type PanelShop } from './panel';
export { skeleton } from './skeleton';
