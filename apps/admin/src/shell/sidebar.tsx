import type { ReactNode } from 'react';
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { NavLink, useNavigate } from 'react-router';
import { Icon } from '../parts/icon';
import { signOut, useSession } from '../session/session';
import { useLimits } from '../session/limits';
import { useAllows } from '../session/membership';
import { useShopIfAny } from '../session/shop';
import { useTexts } from '../texts/texts';
import { navigation, type Place } from './navigation';
import { Bell } from './notifications/bell';
import { PaletteButton } from './palette/palette-button';
import { ShopSwitcher } from './shop-switcher';
import styles from './sidebar.module.css';

export function Sidebar(): ReactNode {
  const t = useTexts();
  const isAllowed = useAllows();
  const hasShop = useShopIfAny() !== undefined;
  const limits = useLimits();
  const isShown = ({ right, needsShop, limit }: Place) =>
    isAllowed(right) && (hasShop || !needsShop) && (!limit || Number(limits?.[limit]) > 0);
  const shown = navigation
    .map(({ title, places }) => ({ title, places: places.filter(isShown) }))
    .filter(({ places }) => places.length > 0);
  return (
    <div className={styles['sidebar']}>
      <ShopSwitcher />
      {hasShop && (
        <div className={styles['tools']}>
          <PaletteButton />
          <Bell />
        </div>
      )}
      <nav aria-label={t('navigation.label')} className={styles['navigation']}>
        {shown.map(({ title, places }) => (
          <div key={places[0]?.to} className={styles['group']}>
            {title && <p className={styles['title']}>{t(title)}</p>}
            <ul>
              {places.map(({ to, text, icon }) => (
                <li key={to}>
                  <NavLink to={to} end={to === '/'} className={styles['place'] ?? ''}>
                    <Icon name={icon} />
                    {t(text)}
                  </NavLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <AccountMenu />
    </div>
  );
}

function AccountMenu(): ReactNode {
  const t = useTexts();
  const { email } = useSession();
  const navigate = useNavigate();
  return (
    <MenuTrigger>
      <Button className={styles['account'] ?? ''} aria-label={`${t('account.menu')}: ${email}`}>
        <span className={styles['initial']} data-letter={email.charAt(0).toUpperCase()} />
        <span className={styles['email']}>{email}</span>
        <Icon name="down" size={16} />
      </Button>
      <Popover placement="top start" className={styles['popover'] ?? ''}>
        <Menu
          className={styles['menu'] ?? ''}
          onAction={(key) => (key === 'account' ? void navigate('/account') : void signOut())}
        >
          <MenuItem id="account" className={styles['item'] ?? ''}>
            <Icon name="person" />
            {t('account.settings')}
          </MenuItem>
          <MenuItem id="sign-out" className={styles['item'] ?? ''}>
            <Icon name="out" />
            {t('account.signOut')}
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
