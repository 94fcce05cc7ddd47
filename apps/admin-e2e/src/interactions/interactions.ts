import type { Page } from 'playwright-core';
import type { FilledShop } from '../filled-shop';

/** A user interaction whose response time is measured, such as a key press or click on a screen. */
export interface Interaction {
  name: string;
  path: (shop: FilledShop) => string;
  /** Waits for the screen and opens the elements that the interaction needs. */
  prepare: (page: Page) => Promise<void>;
  act: (page: Page) => Promise<void>;
}

const shows = (text: string) => async (page: Page) => {
  await page.getByText(text).locator('visible=true').first().waitFor();
};
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

export const interactions: readonly Interaction[] = [
  {
    name: 'open the palette by key',
    ...{ path: () => '/', prepare: shows('Refused (4xx)') },
    act: (page) => page.keyboard.press('Control+k'),
  },
  {
    ...{ name: 'type in the palette', path: () => '/' },
    prepare: async (page) => {
      await shows('Refused (4xx)')(page);
      await page.keyboard.press('Control+k');
      await page.getByRole('option').first().waitFor();
    },
    act: (page) => page.keyboard.press('o'),
  },
  {
    ...{ name: 'go to a list', path: () => '/', prepare: shows('Refused (4xx)') },
    act: (page) => page.getByRole('link', { name: 'Orders', exact: true }).click(),
  },
  {
    ...{ name: 'sort 50 rows', path: () => '/orders', prepare: shows('#1050') },
    act: (page) => page.getByRole('columnheader', { name: 'Total' }).getByRole('button').click(),
  },
  {
    ...{ name: 'select 50 rows', path: () => '/orders', prepare: shows('#1050') },
    act: (page) => page.locator('thead label').first().click(),
  },
  {
    ...{ name: 'open the filters of a list', path: () => '/orders', prepare: shows('#1050') },
    act: (page) => button(page, 'Filter').click(),
  },
  {
    ...{ name: 'type in the search of a list', path: () => '/products' },
    prepare: async (page) => {
      await shows('Hafenblick')(page);
      await page.getByRole('searchbox').focus();
    },
    act: (page) => page.keyboard.press('H'),
  },
  {
    ...{ name: 'open an object', path: () => '/orders', prepare: shows('#1050') },
    act: (page) => page.getByRole('link', { name: '#1050' }).click(),
  },
  {
    ...{ name: 'open a dialog with a form', path: ({ order }) => `/orders/${order}` },
    prepare: shows('Bad Mergentheim'),
    act: (page) => button(page, 'Fulfill items').click(),
  },
  {
    ...{ name: 'type in a form', path: ({ product }) => `/products/${product}` },
    prepare: async (page) => {
      await shows('TEAPOT-HAFENBLICK-2027-2')(page);
      await page.getByRole('textbox', { name: 'Title' }).first().focus();
    },
    act: (page) => page.keyboard.press('x'),
  },
  {
    ...{ name: 'choose a permission', path: () => '/settings/api-access' },
    prepare: async (page) => {
      await button(page, 'Generate token').click();
      await page.getByRole('dialog').getByRole('checkbox').first().waitFor({ state: 'attached' });
    },
    act: (page) => page.getByRole('dialog').locator('td label').first().click(),
  },
  {
    ...{ name: 'type in the JSON editor', path: () => '/meta/new' },
    prepare: async (page) => {
      await page.locator('textarea').last().waitFor();
      await page.locator('textarea').last().focus();
    },
    act: (page) => page.keyboard.press('{'),
  },
];
