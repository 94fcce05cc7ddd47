import type { ReactNode } from 'react';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import menu from '../shell/menu.module.css';
import { Button } from './button';
import { Icon, type IconName } from './icon';

export interface MenuAction {
  id: string;
  text: string;
  icon: IconName;
  onPress: () => void;
}

/** A button that opens a menu with the less frequent actions of a page. */
export function ActionMenu({ label, actions }: { label: string; actions: readonly MenuAction[] }): ReactNode {
  return (
    <MenuTrigger>
      <Button size="small" icon="down">
        {label}
      </Button>
      <Popover placement="bottom end" className={menu['popover'] ?? ''}>
        <Menu
          aria-label={label}
          className={menu['menu'] ?? ''}
          onAction={(key) => actions.find(({ id }) => id === key)?.onPress()}
        >
          {actions.map(({ id, text, icon }) => (
            <MenuItem key={id} id={id} className={menu['item'] ?? ''}>
              <Icon name={icon} />
              {text}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
