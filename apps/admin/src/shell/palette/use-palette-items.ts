import { useLimits } from '../../session/limits';
import { useAllows } from '../../session/membership';
import { signOut, useSession } from '../../session/session';
import { useShop } from '../../session/shop';
import { useTexts } from '../../texts/texts';
import { navigation, type Place } from '../navigation';
import { actions } from './actions';
import { distinct, matching, type PaletteItem } from './palette-items';
import { recentObjects, rightOf } from './recent-objects';
import { type FoundObjects, useFoundObjects } from './use-found-objects';
import { useNamedItems } from './use-named-items';

/**
 * Returns the palette items that match the search text. For an empty search text, returns recent objects, screens and
 * actions.
 */
export function usePaletteItems(text: string): FoundObjects {
  const found = useFoundObjects(useShop(), text);
  const named = useNamedItems();
  const [recent, screens, doable] = [useRecentItems(), useScreens(), useActions()];
  if (text.trim() === '') return { ...found, items: distinct([...recent, ...screens, ...doable]) };
  const known = matching([...recent, ...screens, ...doable, ...named], text);
  return { ...found, items: distinct([...known, ...found.items]) };
}

/** Returns palette items for the objects that the user recently opened and can still read. */
function useRecentItems(): PaletteItem[] {
  const t = useTexts();
  const shop = useShop();
  const { email } = useSession();
  const isAllowed = useAllows();
  return recentObjects(email, shop.id)
    .filter(({ path }) => isAllowed(rightOf(path)))
    .map(({ path, title }) => ({ path, title, icon: 'activity', kind: t('palette.recent') }));
}

function useScreens(): PaletteItem[] {
  const t = useTexts();
  const isAllowed = useAllows();
  const limits = useLimits();
  const account: Place = { to: '/account', text: 'account.settings', icon: 'person' };
  return [...navigation.flatMap((group) => group.places), account]
    .filter(({ right, limit }) => isAllowed(right) && (!limit || Number(limits?.[limit]) > 0))
    .map(({ to, text, icon }) => ({ path: to, title: t(text), icon, kind: t('palette.screen') }));
}

function useActions(): PaletteItem[] {
  const t = useTexts();
  const isAllowed = useAllows();
  const limits = useLimits();
  const kind = t('palette.action');
  const opened = actions
    .filter(({ right, limit }) => isAllowed(right) && (!limit || Number(limits?.[limit]) > 0))
    .map(({ text, icon, path }): PaletteItem => ({ path, title: t(text), icon, kind }));
  const leave = { id: 'sign-out', title: t('account.signOut'), icon: 'out', kind } as const;
  return [...opened, { ...leave, run: () => void signOut() }];
}
