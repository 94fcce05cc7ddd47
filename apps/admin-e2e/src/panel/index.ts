export { expectStill, problemsOf, withBrowser } from '@storewright/browser-testing';
export { expectSoon } from './expect-soon';
export { expectFocus, expectFocusWithin } from './focus';
export { look, smallTargets } from './look';
export { type Owner, Panel, type PanelShop } from './panel';
export { skeleton } from './skeleton';
export { UntranslatedWords } from './untranslated';
