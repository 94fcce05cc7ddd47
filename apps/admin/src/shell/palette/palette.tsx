import { type KeyboardEvent, type ReactNode, useDeferredValue, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { DialogFrame } from '../../parts/dialog-frame';
import { Icon } from '../../parts/icon';
import { useAllows, useMay } from '../../session/membership';
import { useSession } from '../../session/session';
import { useShop } from '../../session/shop';
import { useTexts } from '../../texts/texts';
import { navigation } from '../navigation';
import { useFoundObjects } from './found-objects';
import { distinct, matching, type PaletteItem } from './palette-items';
import styles from './palette.module.css';
import { recentObjects } from './recent-objects';

/** Finds screens, actions and objects of the shop, and opens the selected one. */
export default function Palette({ onClose }: { onClose: () => void }): ReactNode {
  const t = useTexts();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const { items, isPending } = useItems(text);
  const listId = useId();
  const active = Math.min(at, items.length - 1);
  const open = (item: PaletteItem | undefined): void => {
    if (!item) return;
    onClose();
    void navigate(item.path);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') open(items[active]);
    else if (move !== undefined && items.length > 0) setAt((active + move + items.length) % items.length);
    else return;
    event.preventDefault();
  };
  return (
    <DialogFrame title={t('palette.title')} isOpen onClose={onClose}>
      <input
        className={styles['input']}
        role="combobox"
        aria-label={t('palette.label')}
        aria-expanded
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={items.length > 0 ? `${listId}-${active}` : undefined}
        autoFocus
        autoComplete="off"
        placeholder={t('palette.label')}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={listId} role="listbox" aria-label={t('palette.title')} className={styles['list']}>
        {items.map((item, index) => (
          // The combobox handles the keys of its options (WAI-ARIA combobox pattern).
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={item.path}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={styles['item']}
            onClick={() => open(item)}
            onPointerMove={() => setAt(index)}
          >
            <Icon name={item.icon} />
            <span className={styles['title']} dir="auto">
              {item.title}
            </span>
            <span className={styles['kind']}>{item.kind}</span>
          </div>
        ))}
      </div>
      <p role="status" className={styles['status']}>
        {items.length > 0 ? '' : t(isPending ? 'palette.searching' : 'palette.none')}
      </p>
    </DialogFrame>
  );
}

/** Recent objects and screens without a text, otherwise everything that matches the text. */
function useItems(text: string): { items: PaletteItem[]; isPending: boolean } {
  const t = useTexts();
  const shop = useShop();
  const { email } = useSession();
  const isAllowed = useAllows();
  const may = useMay();
  const deferred = useDeferredValue(text);
  const found = useFoundObjects(shop, deferred);
  const recent = recentObjects(email, shop.id).map(({ path, title }): PaletteItem => ({
    path,
    title,
    icon: 'activity',
    kind: t('palette.recent'),
  }));
  const places = navigation
    .flatMap((group) => group.places)
    .filter(({ right, limit }) => isAllowed(right) && !limit)
    .map(({ to, text: id, icon }): PaletteItem => ({
      path: to,
      title: t(id),
      icon,
      kind: t('palette.screen'),
    }));
  const actions: PaletteItem[] = may('meta.post')
    ? [{ path: '/meta/new', title: t('palette.newMeta'), icon: 'plus', kind: t('palette.action') }]
    : [];
  const known = [...recent, ...places, ...actions];
  if (text.trim() === '') return { items: distinct(known), isPending: false };
  const items = distinct([...matching(known, text), ...found.items]);
  return { items, isPending: found.isPending || deferred !== text };
}
