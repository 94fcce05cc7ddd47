import type { ReactNode } from 'react';
import {
  Button as AriaButton,
  type ButtonProps as AriaButtonProps,
  Link as AriaLink,
  type LinkProps,
} from 'react-aria-components';
import { useTexts } from '../texts/texts';
import styles from './button.module.css';
import { Icon, type IconName } from './icon';

type Look = 'primary' | 'secondary' | 'danger' | 'quiet';

interface Shared {
  look?: Look;
  size?: 'normal' | 'small';
  icon?: IconName;
  children?: ReactNode;
}

export type ButtonProps = Shared & Omit<AriaButtonProps, 'className' | 'style' | 'children'>;

const classes = (look: Look, size: 'normal' | 'small', alone: boolean): string =>
  [styles['button'], styles[look], styles[size], alone ? styles['alone'] : ''].join(' ');

/** `isPending`: what it started is under way; it keeps its width and its focus, and can't be pressed again. */
export function Button({
  look = 'secondary',
  size = 'normal',
  icon,
  children,
  ...props
}: ButtonProps): ReactNode {
  const t = useTexts();
  return (
    <AriaButton {...props} className={classes(look, size, children === undefined)}>
      <span className={styles['content']}>
        {icon && <Icon name={icon} size={size === 'small' ? 16 : 18} />}
        {children}
      </span>
      {props.isPending && <span className={styles['spinner']} role="img" aria-label={t('action.pending')} />}
    </AriaButton>
  );
}

export type ButtonLinkProps = Shared & Omit<LinkProps, 'className' | 'style' | 'children'>;

/** Looks like a button and leads to another page. */
export function ButtonLink({
  look = 'secondary',
  size = 'normal',
  icon,
  children,
  ...props
}: ButtonLinkProps): ReactNode {
  return (
    <AriaLink {...props} className={classes(look, size, children === undefined)}>
      <span className={styles['content']}>
        {icon && <Icon name={icon} size={size === 'small' ? 16 : 18} />}
        {children}
      </span>
    </AriaLink>
  );
}
