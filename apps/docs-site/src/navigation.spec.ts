import { join } from 'node:path';
import { audienceOf, audiences } from './audiences';
import { pagesOf } from './main';
import { navigationOf } from './navigation';

const root = join(__dirname, '../../..');

const pages = pagesOf(root);

it('the navigation contains every page once', () => {
  const all = Object.values(navigationOf(pages).sidebar).flatMap((groups) =>
    groups.flatMap(({ items }) => items),
  );
  const links = all
    .filter(({ text, target }) => !text.startsWith('←') && target === undefined)
    .map(({ link }) => link);
  expect(links).toHaveLength(pages.length - 1);
  expect(new Set(links).size).toBe(links.length);
});

it.each([
  ['added', '/'],
  ['owners/added', '/owners/'],
])('the navigation puts the unlisted page %s last in the sidebar of its audience', (path, sidebar) => {
  const last = navigationOf([...pages, { path, text: '# Added' }]).sidebar[sidebar]!.at(-1)!;
  expect(last).toEqual({ text: 'More', items: [{ text: 'Added', link: `/${path}` }] });
});

it('the navigation marks for each page exactly the entry of its audience as active', () => {
  const { nav } = navigationOf(pages);
  for (const { path } of pages.filter((page) => page.path !== 'index')) {
    const active = nav.filter(({ activeMatch }) => new RegExp(activeMatch!).test(`/${path}`));
    expect(active.map(({ text }) => text)).toEqual([audienceOf(path).title]);
  }
});

it('each audience has a landing page, which is missing from the navigation of all other audiences', () => {
  const { sidebar } = navigationOf(pages);
  for (const { folder, landing, folders } of audiences) {
    const [first] = sidebar[`/${folder}`]![0]!.items;
    expect(first).toEqual({ text: 'Overview', link: `/${landing.replace(/index$/, '')}` });
    const links = Object.keys(folders).flatMap((name) => sidebar[`/${folder}${name}/`]![0]!.items);
    expect(links.every(({ link }) => audienceOf(link.slice(1)).folder === folder)).toBe(true);
  }
});
