import { join } from 'node:path';
import { pagesOf } from './main';
import { navigationOf } from './navigation';

const root = join(__dirname, '../../..');

it('the navigation contains every page once', () => {
  const pages = pagesOf(root).filter(({ path }) => path !== 'index');
  const links = JSON.stringify(navigationOf(pages).sidebar).match(/"link":"\/[^"]+"/g)!;
  expect(links).toHaveLength(pages.length);
  expect(new Set(links).size).toBe(links.length);
});

it('navigation puts an unlisted page last', () => {
  const added = { path: 'added', text: '# Added' };
  const last = navigationOf([...pagesOf(root), added]).sidebar['/']!.at(-1)!;
  expect(last.text).toBe('More');
  expect(last.items).toContainEqual({ text: 'Added', link: '/added' });
});
